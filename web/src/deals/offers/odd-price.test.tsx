// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { offeredPost, testOffer, testRound } from '../../../test/offers.ts';
import { renderPart, type stubServer } from '../../../test/stub-server.tsx';
import { MakeOffer } from './make-offer.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
});
afterEach(leaveOfferRoom);

const bodies = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);
const press = async (name: string, from: HTMLElement) =>
  userEvent.click(await within(from).findByRole('button', { name }));
const slip =
  '₹26.80 per quintal is ₹0.27 per kg. The mandi price is about ₹20 per kg, which is ₹2,000 per quintal.';

it('warns of an offer with a price that is probably a slip, and asks once before it is accepted', async () => {
  const offer = testOffer({ rounds: [testRound({ price: 26.8, total: 536 })] });
  server.succeed('POST /api/v1/offers/o1/accept', { ...offer, status: 'accepted', version: 2, dealId: 'd1' });
  await openOfferRoom(server, 'gurpreet', [offerMessage(1, 'anita', offer)]);
  const card = await screen.findByRole('article', { name: 'Offer for Sharbati wheat' });
  await within(card).findByText(slip);
  await press('Accept ₹536', card);
  const question = await screen.findByRole('dialog', { name: 'Is this price right?' });
  expect(question.textContent).toContain(slip);
  expect(bodies('POST /api/v1/offers/o1/accept')).toEqual([]);
  await press('Accept anyway', question);
  await waitFor(() => expect(bodies('POST /api/v1/offers/o1/accept')).toEqual([{ version: 1 }]));
});

it('asks before an offer is sent, and keeps what was typed', async () => {
  server.succeed('GET /api/v1/post/p1', offeredPost);
  renderPart(() => <MakeOffer postId="p1">Make an offer</MakeOffer>, { _id: 'anita' });
  await userEvent.click(screen.getByRole('button', { name: 'Make an offer' }));
  const price = await screen.findByLabelText<HTMLInputElement>('Price');
  // The test chooses the initial options, because happy-dom does not.
  for (const [label, value] of [
    ['Unit', 'quintal'],
    ['Price unit', 'per quintal'],
    ['Valid for', '3'],
  ] as const)
    await userEvent.selectOptions(screen.getByLabelText(label), value);
  await userEvent.clear(price);
  await userEvent.type(price, '26.80');
  await press('Send offer', document.body);
  await press('Change the price', await screen.findByRole('dialog', { name: 'Is this price right?' }));
  expect(price.value).toBe('26.80');
  expect(bodies('POST /api/v1/offers')).toEqual([]);
});
