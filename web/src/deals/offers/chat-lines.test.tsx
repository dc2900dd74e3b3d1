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
  // The line of the deal shows the acceptance instead.
  expect(within(cards()[0]!).queryByText(/accepted this offer/)).toBeNull();
});

it('folds an offer that ended without a deal to one line, with its card behind it', async () => {
  const declined = testOffer({ status: 'declined', version: 2 });
  const newer = counteredOffer({ _id: 'o2', status: 'withdrawn', turn: 'buyer', version: 3 });
  await openOfferRoom(server, 'anita', [
    offerMessage(1, 'anita', declined, 1),
    offerMessage(2, 'gurpreet', declined, 2),
    offerMessage(3, 'anita', newer, 1),
    offerMessage(4, 'gurpreet', newer, 2),
    offerMessage(5, 'gurpreet', newer, 3),
  ]);
  await screen.findByText('Gurpreet Singh withdrew this offer · Sharbati wheat');
  expect(rows()).toHaveLength(2);
  expect(cards()).toEqual([]);
  await userEvent.click(screen.getByText('Gurpreet Singh declined this offer · Sharbati wheat'));
  expect(cards()).toHaveLength(1);
  screen.getByText('Gurpreet Singh declined this offer');
  // Only messages of others can be reported.
  await userEvent.click(screen.getByText('Gurpreet Singh withdrew this offer · Sharbati wheat'));
  within(cards()[1]!.closest('div.rounded-card')!).getByRole('button', { name: 'Report this message' });
});
