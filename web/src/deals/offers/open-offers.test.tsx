// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message } from '@upaj/contract/chat/messages';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeMessage } from '#chat/messages/conversations.ts';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { testOffer } from '../../../test/offers.ts';
import type { stubServer } from '../../../test/stub-server.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
});
afterEach(leaveOfferRoom);

const press = async (name: string, from: HTMLElement = document.body) =>
  userEvent.click(await within(from).findByRole('button', { name }));
const bar = () => screen.queryByRole('button', { name: /^Open offer/ });
const textMessage = (number: number): Message => ({
  ...offerMessage(number, 'anita', testOffer()),
  text: 'Well?',
  offer: null,
  offerVersion: null,
});

it('reaches an open offer whose messages are far up, and responds to it', async () => {
  const declined = testOffer({ status: 'declined', version: 2 });
  server.succeed('POST /api/v1/offers/o1/decline', declined);
  const client = await openOfferRoom(server, 'gurpreet', [textMessage(60)], { openOffers: [testOffer()] });
  expect(screen.queryByRole('article')).toBeNull();
  await press('Open offer: 20 quintals, ₹42,000 Waiting for your reply');
  const sheet = await screen.findByRole('dialog', { name: 'Open offer' });
  await within(sheet).findByText(/mandi price/);
  await press('Decline', sheet);
  await press('Decline', await screen.findByRole('dialog', { name: 'Decline this offer?' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const calls = server.calls.filter(({ key }) => key === 'POST /api/v1/offers/o1/decline');
  expect(calls.map(({ body }) => body)).toEqual([{ version: 1 }]);
  act(() => takeMessage(client, 'gurpreet', offerMessage(61, 'gurpreet', declined)));
  expect(bar()).toBeNull();
});

it('does not repeat an open offer that is next to it', async () => {
  const offer = testOffer();
  const client = await openOfferRoom(server, 'gurpreet', [offerMessage(1, 'anita', offer)], {
    openOffers: [offer],
  });
  await screen.findByRole('button', { name: 'Decline' });
  expect(bar()).toBeNull();
  act(() => takeMessage(client, 'gurpreet', textMessage(2)));
  await waitFor(() => expect(bar()).not.toBeNull());
});

it('counts several open offers in one line, and shows all of them', async () => {
  const other = testOffer({ _id: 'o2', goods: { title: 'Red onion', cropType: 'Onion', image: null } });
  await openOfferRoom(server, 'anita', [], { openOffers: [testOffer(), other] });
  await press('2 open offers Waiting for a reply');
  const sheet = await screen.findByRole('dialog', { name: 'Open offers' });
  expect(within(sheet).getAllByRole('button', { name: 'Withdraw offer' })).toHaveLength(2);
});

it('counts the offer of the last message too, as the sheet does', async () => {
  const other = testOffer({ _id: 'o2' });
  await openOfferRoom(server, 'anita', [offerMessage(1, 'anita', other)], {
    openOffers: [testOffer(), other],
  });
  await press('2 open offers Waiting for a reply');
});

it('closes after a response, so that no other offer takes its place, and moves the focus to the text field', async () => {
  const other = testOffer({ _id: 'o2' });
  server.succeed('POST /api/v1/offers/o1/decline', testOffer({ status: 'declined', version: 2 }));
  await openOfferRoom(server, 'gurpreet', [textMessage(60)], { openOffers: [testOffer(), other] });
  await press('2 open offers Waiting for your reply');
  const [first] = within(await screen.findByRole('dialog')).getAllByRole('button', { name: 'Decline' });
  await userEvent.click(first!);
  await press('Decline', await screen.findByRole('dialog', { name: 'Decline this offer?' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a message' }));
  expect(bar()?.textContent).toBe('Open offer: 20 quintals, ₹42,000Waiting for your reply');
});
