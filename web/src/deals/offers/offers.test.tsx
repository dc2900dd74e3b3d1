// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message } from '@upaj/contract/chat/messages';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSendQueue, takeMessage } from '#chat/messages/conversations.ts';
import { leaveOfferRoom, offerMessage, openOfferRoom, startOfferServer } from '../../../test/offer-room.tsx';
import { messageOf } from '../../../test/texts.ts';
import { counteredOffer, gurpreet, offeredPost, testOffer, testRound } from '../../../test/offers.ts';
import type { stubServer } from '../../../test/stub-server.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = startOfferServer();
});
afterEach(leaveOfferRoom);

const bodies = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);

const openRoom = (viewerId: 'anita' | 'gurpreet', messages: Message[]) =>
  openOfferRoom(server, viewerId, messages);
const card = () => screen.findByRole('article', { name: 'Offer for Sharbati wheat' });
const press = async (name: string, from: HTMLElement = document.body) =>
  userEvent.click(await within(from).findByRole('button', { name }));

/** Chooses the initial options, which happy-dom does not. */
async function choose(unit: string) {
  await userEvent.selectOptions(field('Unit'), unit);
  await userEvent.selectOptions(field('Price unit'), 'per quintal');
  await userEvent.selectOptions(field('Valid for'), '3');
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};

it('shows the card at the last round of an offer, and folds the rounds before it', async () => {
  const offer = counteredOffer();
  await openRoom('anita', [offerMessage(1, 'anita', offer, 1), offerMessage(2, 'gurpreet', offer)]);
  within(await card()).getByText('₹44,000');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  const fold = await screen.findByText(/^You offered 20 quintals at ₹2,100 per quintal/);
  expect(screen.queryAllByText(/You offered/)).toHaveLength(1);
  await userEvent.click(fold);
  await waitFor(() => expect(screen.getAllByText(/You offered/)).toHaveLength(2));
  within(await card()).getByText(/^Accept, change or decline this offer by/);
  await within(await card()).findByText(/above mandi price/);
});

it('has the optional terms on the card and in the text of an earlier round', async () => {
  const more = { pickupDate: '2026-12-28', bags: 400, advance: 10_000 };
  const { rounds, ...offer } = counteredOffer();
  const changed = rounds.map((round, index) => ({ ...round, ...more, bags: index === 0 ? 1 : 400 }));
  const withMore = { ...offer, rounds: changed };
  await openRoom('anita', [offerMessage(1, 'anita', withMore, 1), offerMessage(2, 'gurpreet', withMore)]);
  within(await card()).getByText('Pickup on 28 Dec · 400 bags · Advance ₹10,000');
  await userEvent.click(await screen.findByText(/^You offered/));
  await screen.findByText(/^You offered .* · Pickup on 28 Dec · 1 bag · Advance ₹10,000$/);
});

it('folds an offer that ended without a message, as when an account is deleted', async () => {
  const leaver = { ...gurpreet, username: null, fullName: null };
  const declined = counteredOffer({ seller: leaver, status: 'declined', turn: 'seller', version: 3 });
  await openRoom('anita', [offerMessage(1, 'anita', declined, 1), offerMessage(2, 'gurpreet', declined, 2)]);
  await userEvent.click(await screen.findByText('A former member declined this offer · Sharbati wheat'));
  within(await card()).getByText('A former member declined this offer');
});

it('can be declined across a block, but not accepted or countered', async () => {
  await openOfferRoom(server, 'gurpreet', [offerMessage(1, 'anita', testOffer())], { isReachable: false });
  const names = within(await card())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Decline']);
});

it('updates every card when a message arrives', async () => {
  const client = await openRoom('anita', [offerMessage(1, 'anita', testOffer())]);
  await within(await card()).findByRole('button', { name: 'Withdraw offer' });
  act(() => takeMessage(client, 'anita', offerMessage(2, 'gurpreet', counteredOffer())));
  await screen.findByRole('button', { name: 'Accept ₹44,000' });
  expect(screen.queryByRole('button', { name: 'Withdraw offer' })).toBeNull();
});

it('accepts after one confirmation with the total', async () => {
  const accepted = counteredOffer({ status: 'accepted', version: 3, dealId: 'd1' });
  server.succeed('POST /api/v1/offers/o1/accept', accepted);
  await openRoom('anita', [offerMessage(1, 'gurpreet', counteredOffer())]);
  await press('Accept ₹44,000', await card());
  const question = await screen.findByRole('dialog', { name: 'Accept this offer?' });
  within(question).getByText(/20 quintals at ₹2,200 per quintal. Buyer picks up. Total: ₹44,000/);
  await press('Go back', question);
  await press('Accept ₹44,000', await card());
  await press('Accept', await screen.findByRole('dialog'));
  await waitFor(() => expect(bodies('POST /api/v1/offers/o1/accept')).toEqual([{ version: 2 }]));
});

it('reads the post again after an acceptance', async () => {
  const client = await openRoom('anita', [offerMessage(1, 'anita', testOffer())]);
  await within(await card()).findByText(/mandi price/);
  const accepted = testOffer({ status: 'accepted', version: 2, dealId: 'd1' });
  act(() => takeMessage(client, 'anita', offerMessage(2, 'gurpreet', accepted)));
  expect(client.getQueryState(['post', 'p1'])?.isInvalidated).toBe(true);
});

it('queues a response without a connection, and shows that it waits', async () => {
  server.loseConnection('POST /api/v1/offers/o1/decline');
  await openRoom('gurpreet', [offerMessage(1, 'anita', testOffer())]);
  await press('Decline', await card());
  await press('Decline', await screen.findByRole('dialog', { name: 'Decline this offer?' }));
  await screen.findByText('Your refusal is waiting to be sent');
  screen.getByRole('img', { name: 'Waiting to be sent' });
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('shows what happened instead of a refused counter-offer, whose terms can be used again', async () => {
  const withdrawn = testOffer({ status: 'withdrawn', version: 2 });
  const failure = { success: false, code: 'OFFER_ENDED', message: messageOf('OFFER_ENDED'), errors: [] };
  server.give('POST /api/v1/offers/o1/counter', () =>
    Response.json({ ...failure, offer: withdrawn }, { status: 409 }),
  );
  await openRoom('gurpreet', [offerMessage(1, 'anita', testOffer())]);
  await press('Offer other terms', await card());
  await screen.findByRole('textbox', { name: 'Price' });
  await choose('quintal');
  await type('Price', '2250');
  await press('Send counter-offer');
  const alert = await screen.findByRole('alert');
  within(alert).getByText(/Your counter-offer was not sent: This offer has ended/);
  within(alert).getByText('Anita Deshmukh withdrew this offer');
  // Only the buyer can make a new offer.
  expect(within(alert).queryByRole('button', { name: 'Use these terms again' })).toBeNull();
  await press('Discard', alert);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
});

it('starts a counter-offer in a new round from that round, not from an earlier draft', async () => {
  const client = await openRoom('gurpreet', [offerMessage(1, 'anita', testOffer())]);
  await press('Offer other terms', await card());
  await screen.findByRole('textbox', { name: 'Price' });
  await type('Price', '2250');
  await press('Close');
  const changed = counteredOffer({
    version: 3,
    turn: 'seller',
    rounds: [testRound(), testRound({ version: 3, price: 2050, total: 41_000, note: 'I pay cash' })],
  });
  act(() => takeMessage(client, 'gurpreet', offerMessage(2, 'anita', changed)));
  await screen.findByRole('button', { name: 'Accept ₹41,000' });
  await press('Offer other terms', await card());
  await waitFor(() => expect(field('Price').value).toBe('2050'));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('');
});

it('can send a response again that came too early', async () => {
  const failure = {
    success: false,
    code: 'TOO_MANY_REQUESTS',
    message: messageOf('TOO_MANY_REQUESTS'),
    errors: [],
  };
  server.give('POST /api/v1/offers/o1/decline', () => Response.json(failure, { status: 429 }));
  server.succeed('POST /api/v1/offers/o1/decline', testOffer({ status: 'declined', version: 2 }));
  await openRoom('gurpreet', [offerMessage(1, 'anita', testOffer())]);
  await press('Decline', await card());
  await press('Decline', await screen.findByRole('dialog', { name: 'Decline this offer?' }));
  await press('Retry', await screen.findByRole('alert'));
  await waitFor(() => expect(bodies('POST /api/v1/offers/o1/decline')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it.each([
  ['POST_NOT_FOR_SALE', false],
  ['TOO_MANY_OFFERS_TODAY', false],
  ['TOO_MANY_OFFERS', true],
] as const)('offers to use refused terms again where that can work: %s', async (code, isOffered) => {
  const failure = { success: false, code, message: messageOf(code), errors: [] };
  server.give('POST /api/v1/offers', () => Response.json(failure, { status: 409 }));
  const client = await openRoom('anita', []);
  const goods = { title: 'Sharbati wheat', cropType: 'Wheat', image: null } as const;
  const terms = { ...testRound(), validDays: 3 };
  act(() => {
    void openSendQueue(client, 'anita').add({
      clientId: 'c9',
      receiverId: 'gurpreet',
      text: '',
      photos: [],
      post: null,
      offer: { action: 'offer', postId: 'p1', goods, terms },
    });
  });
  const alert = await screen.findByRole('alert');
  expect(within(alert).queryAllByRole('button', { name: 'Use these terms again' })).toHaveLength(
    isOffered ? 1 : 0,
  );
});

it('makes a counter-offer of the terms that were refused', async () => {
  const changed = counteredOffer({
    version: 3,
    turn: 'seller',
    rounds: [testRound(), testRound({ version: 3, price: 2050, total: 41_000 })],
  });
  const failure = { success: false, code: 'OFFER_CHANGED', message: messageOf('OFFER_CHANGED'), errors: [] };
  server.give('POST /api/v1/offers/o1/counter', () =>
    Response.json({ ...failure, offer: changed }, { status: 409 }),
  );
  server.succeed('POST /api/v1/offers/o1/counter', { ...changed, version: 4, turn: 'buyer' });
  await openRoom('gurpreet', [offerMessage(1, 'anita', testOffer())]);
  await press('Offer other terms', await card());
  await screen.findByRole('textbox', { name: 'Price' });
  await choose('quintal');
  await type('Price', '2250');
  await press('Send counter-offer');
  await screen.findByText('Anita Deshmukh countered with 20 quintals at ₹2,050 per quintal');
  await press('Use these terms again');
  await waitFor(() => expect(field('Price').value).toBe('2250'));
  expect(field('Price').closest('[role=alert]')).toBeNull();
  await choose('quintal');
  await press('Send counter-offer');
  await waitFor(() =>
    expect(bodies('POST /api/v1/offers/o1/counter')).toMatchObject([
      { version: 1, price: 2250 },
      { version: 3, price: 2250 },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('has expired by the clock of the phone; whether it can be accepted, the server decides', async () => {
  const validUntil = new Date(Date.now() - 1000).toISOString();
  const offer = testOffer({ rounds: [testRound({ validUntil })] });
  const client = await openRoom('gurpreet', [offerMessage(1, 'anita', offer)]);
  within(await card()).getByText('This offer expired without a response');
  await within(await card()).findByRole('button', { name: 'Accept ₹42,000' });
  act(() =>
    takeMessage(client, 'gurpreet', offerMessage(2, 'anita', { ...offer, status: 'expired', version: 2 })),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept ₹42,000' })).toBeNull());
});

it.each([
  ['0 quintal', true],
  ['a truckload', true],
  ['20 quintal', false],
])('suggests to the seller to mark a post with %s left as sold out: %s', async (quantity, isSuggested) => {
  server.forget('GET /api/v1/post/p1');
  server.succeed('GET /api/v1/post/p1', { ...offeredPost, quantity });
  server.succeed('PATCH /api/v1/post/p1/availability', { isAvailable: false });
  const changedAt = new Date().toISOString();
  const offer = testOffer({ status: 'accepted', version: 2, dealId: 'd1', changedAt });
  await openRoom('gurpreet', [offerMessage(1, 'anita', offer, 1), offerMessage(2, 'gurpreet', offer, 2)]);
  await within(await card()).findByRole('link', { name: 'Go to the deal' });
  await waitFor(() => expect(bodies('GET /api/v1/post/p1')).toHaveLength(1));
  if (!isSuggested) {
    expect(screen.queryByRole('button', { name: 'Mark the post as sold out' })).toBeNull();
    return;
  }
  await press('Mark the post as sold out', await card());
  await waitFor(() => expect(bodies('PATCH /api/v1/post/p1/availability')).toEqual([{ isAvailable: false }]));
});
