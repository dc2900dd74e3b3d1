// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { counteredOffer, offeredPost, testOffer } from '../../../test/offers.ts';
import type { stubServer } from '../../../test/stub-server.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, search }: { children: ReactNode; search?: object }) => (
    <a href={`/?${JSON.stringify(search)}`}>{children}</a>
  ),
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
  server.give('GET /api/v1/offers?box=sent&status=open', () => Response.json({ success: true, ...listOf() }));
  server.succeed('POST /api/v1/offers', testOffer());
});
afterEach(leaveOfferRoom);

const wanted = {
  _id: 'w1',
  cropType: 'Wheat',
  quantity: 50,
  unit: 'quintal',
  maxPrice: 2400,
  priceUnit: 'per quintal',
  isOpen: true,
  isEnded: false,
} as const;
const onion = { ...offeredPost, _id: 'p2', title: 'Onions', cropType: 'Onion' };
const listOf = (...data: object[]) => ({ data, page: { nextCursor: null, total: data.length } });
const sent = () => server.calls.filter(({ key }) => key === 'POST /api/v1/offers').map(({ body }) => body);
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

/** Chooses the initial options, which happy-dom does not. */
async function choose() {
  const options = { Unit: 'quintal', 'Price unit': 'per quintal', 'Valid for': '3' };
  for (const [name, option] of Object.entries(options))
    await userEvent.selectOptions(await field(name), option);
}

it('makes an offer from the room for one of the posts that the other person sells', async () => {
  const soldOut = { ...onion, isAvailable: false };
  server.give('GET /api/v1/post/user-posts/gurpreet', () =>
    Response.json({ success: true, ...listOf(offeredPost, soldOut) }),
  );
  await openOfferRoom(server, 'anita', []);
  await press('Choose a post for an offer');
  const sheet = await screen.findByRole('dialog');
  await within(sheet).findByText('Which of Gurpreet Singh’s posts is your offer for?');
  expect(within(sheet).queryByText('Onions')).toBeNull();
  await press(/Sharbati wheat/);
  expect((await field('Price')).value).toBe('2100');
  await choose();
  await press('Send offer');
  await waitFor(() => expect(sent()).toMatchObject([{ postId: 'p1', quantity: 40, price: 2100 }]));
  expect(sent()[0]).not.toHaveProperty('wantedId');
});

it('makes an offer again after one ended, with its last terms', async () => {
  const declined = counteredOffer({ status: 'declined', version: 3 });
  await openOfferRoom(server, 'anita', [
    offerMessage(1, 'anita', declined, 1),
    offerMessage(2, 'gurpreet', declined, 2),
    offerMessage(3, 'anita', declined, 3),
  ]);
  await userEvent.click(await screen.findByText('You declined this offer · Sharbati wheat'));
  await press('Make a new offer');
  expect((await field('Price')).value).toBe('2200');
  expect((await field('Quantity')).value).toBe('20');
});

it('suggests no new offer to the seller', async () => {
  const declined = testOffer({ status: 'declined', version: 2 });
  await openOfferRoom(server, 'gurpreet', [offerMessage(1, 'anita', declined, 1)]);
  await userEvent.click(await screen.findByText('You declined this offer · Sharbati wheat'));
  expect(screen.queryByRole('button', { name: 'Make a new offer' })).toBeNull();
});

it('offers an own post for a wanted post, with its quantity and price', async () => {
  const wheat = { ...offeredPost, author: { _id: 'gurpreet' } };
  server.forget('GET /api/v1/post/p1');
  server.succeed('GET /api/v1/post/p1', wheat);
  server.give('GET /api/v1/post/current-posts', () =>
    Response.json({ success: true, ...listOf(onion, wheat) }),
  );
  const message = { ...offerMessage(1, 'gurpreet', testOffer()), offer: null, offerVersion: null, wanted };
  await openOfferRoom(server, 'gurpreet', [{ ...message, text: 'I can supply this' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Make an offer' }));
  const sheet = await screen.findByRole('dialog');
  const posts = await within(sheet).findAllByRole('button', { name: /2,100/ });
  // The crop that is wanted comes first in the list.
  expect(posts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Sharbati wheat/),
    expect.stringMatching(/^Onions/),
  ]);
  expect(within(sheet).getByRole('link', { name: 'Create a post for this' }).getAttribute('href')).toContain(
    'w1',
  );
  await userEvent.click(posts[0]!);
  expect((await field('Price')).value).toBe('2400');
  expect((await field('Quantity')).value).toBe('50');
  await choose();
  await press('Send offer');
  await waitFor(() =>
    expect(sent()).toMatchObject([{ postId: 'p1', wantedId: 'w1', quantity: 50, price: 2400 }]),
  );
});
