// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Message } from '@upaj/contract/chat/messages';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { counteredOffer, testOffer } from '../../../test/offers.ts';
import type { stubServer } from '../../../test/stub-server.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
});
afterEach(leaveOfferRoom);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const at = (message: Message, minutes: number): Message => ({ ...message, createdAt: minutesAgo(minutes) });
const text = (number: number, words: string, minutes: number): Message => ({
  ...at(offerMessage(number, 'anita', testOffer()), minutes),
  offer: null,
  offerVersion: null,
  text: words,
});
const line = (number: number, change: Partial<DealLine>): DealLine => ({
  dealId: 'd1',
  title: 'Sharbati wheat',
  number,
  kind: 'delivered',
  by: 'seller',
  isOwn: false,
  status: 'agreed',
  createdAt: minutesAgo(5),
  ...change,
});
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
const cards = () => screen.queryAllByRole('article', { name: 'Offer for Sharbati wheat' });

it('shows what became of a deal between the messages, and its state on the card', async () => {
  const offer = testOffer({ status: 'accepted', version: 2, dealId: 'd1', dealStatus: 'agreed' });
  const messages = [
    at(offerMessage(1, 'anita', offer, 1), 30),
    at(offerMessage(2, 'gurpreet', offer, 2), 20),
    text(3, 'The truck is here', 10),
  ];
  const dealLines = [
    line(2, { createdAt: minutesAgo(15) }),
    line(3, { by: 'buyer', isOwn: true }),
    line(4, { kind: 'problem', by: 'buyer', isOwn: true }),
    line(5, { kind: 'cancel', by: 'buyer', isOwn: true }),
    line(6, { kind: 'cancel' }),
    line(7, { kind: 'cancelled', by: null, status: 'cancelled' }),
  ];
  await openOfferRoom(server, 'anita', messages, { dealLines });
  await screen.findByText('You and Gurpreet Singh cancelled this deal.');
  const expected = [
    /Go to the deal/,
    /^Gurpreet Singh accepted this offer/,
    /^Gurpreet Singh confirmed: Goods handed over/,
    /^The truck is here/,
    /^You confirmed: Goods received/,
    /^You reported a problem. Only you and/,
    /^You want to cancel this deal/,
    /^Gurpreet Singh wants to cancel this deal/,
    /^You and Gurpreet Singh cancelled this deal/,
  ];
  expect(rows()).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  within(cards()[0]!).getByText('Cancelled');
  // The line says it.
  expect(within(cards()[0]!).queryByText(/accepted this offer/)).toBeNull();
});

it('shows how an offer ended in one line, and leaves the card in the bubble of the side that made it', async () => {
  const offer = counteredOffer({ status: 'declined', version: 3 });
  await openOfferRoom(server, 'anita', [
    offerMessage(1, 'anita', offer, 1),
    offerMessage(2, 'gurpreet', offer, 2),
    offerMessage(3, 'anita', offer, 3),
  ]);
  await screen.findByText('You declined this offer');
  expect(rows()).toEqual(
    [/^You offered/, /Declined.*₹44,000/, /^You declined this offer/].map((row) =>
      expect.stringMatching(row),
    ),
  );
  // Only messages of others can be reported.
  within(screen.getAllByRole('listitem')[1]!).getByRole('button', { name: 'Report this message' });
});

it('folds an offer that ended without a deal when a newer one follows', async () => {
  const declined = testOffer({ status: 'declined', version: 2 });
  const newer = testOffer({ _id: 'o2' });
  await openOfferRoom(server, 'anita', [
    offerMessage(1, 'anita', declined, 1),
    offerMessage(2, 'gurpreet', declined, 2),
    offerMessage(3, 'anita', newer),
  ]);
  const fold = await screen.findByText('Gurpreet Singh declined this offer · Sharbati wheat');
  expect(cards()).toHaveLength(1);
  await userEvent.click(fold);
  expect(cards()).toHaveLength(2);
  screen.getByText('Gurpreet Singh declined this offer');
});
