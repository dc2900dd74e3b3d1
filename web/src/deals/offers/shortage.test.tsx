// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { offeredPost, testOffer } from '../../../test/offers.ts';
import type { stubServer } from '../../../test/stub-server.tsx';
import { messageOf } from '../../../test/texts.ts';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
});
afterEach(leaveOfferRoom);

const bodies = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);
const openRoom = () => openOfferRoom(server, 'gurpreet', [offerMessage(1, 'anita', testOffer())]);
const card = () => screen.findByRole('article', { name: 'Offer for Sharbati wheat' });
const press = async (name: string, from: HTMLElement) =>
  userEvent.click(await within(from).findByRole('button', { name }));

it.each([
  ['1 tonne', true],
  ['२० क्विंटल', false],
  ['a truckload', false],
])('asks before an acceptance whether the %s that are left are enough: %s', async (quantity, isShort) => {
  server.forget('GET /api/v1/post/p1');
  server.succeed('GET /api/v1/post/p1', { ...offeredPost, quantity });
  await openRoom();
  await within(await card()).findByText(/mandi price/);
  await press('Accept ₹42,000', await card());
  const name = isShort ? `Only ${quantity} left. Accept anyway?` : 'Accept this offer?';
  await press(isShort ? 'Accept anyway' : 'Accept', await screen.findByRole('dialog', { name }));
  const body = { version: 1, ...(isShort && { acceptsShortage: true }) };
  await waitFor(() => expect(bodies('POST /api/v1/offers/o1/accept')).toEqual([body]));
});

it('asks after a refused acceptance, and accepts the shortage', async () => {
  const failure = {
    success: false,
    code: 'NOT_ENOUGH_LEFT',
    message: messageOf('NOT_ENOUGH_LEFT'),
    errors: [],
  };
  server.give('POST /api/v1/offers/o1/accept', () =>
    Response.json({ ...failure, offer: testOffer(), left: '5 quintal' }, { status: 409 }),
  );
  const accepted = testOffer({ status: 'accepted', version: 2, dealId: 'd1' });
  server.succeed('POST /api/v1/offers/o1/accept', accepted);
  await openRoom();
  await press('Accept ₹42,000', await card());
  await press('Accept', await screen.findByRole('dialog', { name: 'Accept this offer?' }));
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Only 5 quintals left. Accept anyway?');
  await press('Accept anyway', alert);
  await waitFor(() =>
    expect(bodies('POST /api/v1/offers/o1/accept')).toEqual([
      { version: 1 },
      { version: 1, acceptsShortage: true },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
