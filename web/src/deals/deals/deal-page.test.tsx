// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Deal } from '@upaj/contract/deals/deals';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { buyer, cancelledDeal, confirmedDeal, exampleDeal, seller } from '../../../test/deals.ts';
import { FakeLink } from '../../../test/fake-link.tsx';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { dealQuery } from './api.ts';
import { DealPage } from './deal-page.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: FakeLink }));

const one = 'GET /api/v1/deals/d1';
const confirmCall = 'POST /api/v1/deals/d1/confirm';
let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  server = stubServer();
  for (const section of ['deals', 'offers', 'reviews', 'profile', 'wanted', 'share'] as const)
    await loadTexts(section);
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

function Screen({ viewerId }: { viewerId: string }) {
  const { data } = useQuery(dealQuery('d1'));
  return data ? <DealPage deal={data} viewerId={viewerId} /> : null;
}

async function show(deal: Deal, viewer: { _id: string }) {
  server.succeed(one, deal);
  renderPart(() => <Screen viewerId={viewer._id} />);
  await screen.findByRole('heading', { level: 1 });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pressInDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const card = (name: string) => screen.getByRole('heading', { name }).parentElement!;
const focused = () => document.activeElement?.textContent;
const posted = () => server.calls.filter(({ key }) => key.startsWith('POST'));

it('shows what was agreed, the exact total, and that no money passes through Upaj', async () => {
  await show(exampleDeal(), buyer);
  const { textContent } = card('What you agreed on');
  for (const part of [
    '20.5 quintals',
    '₹2,625.50 per quintal',
    '₹53,822.75',
    'picks up',
    'Khanna',
    'In jute bags.',
  ])
    expect(textContent).toContain(part);
  screen.getByText('Deal 4821 3097');
  screen.getByText('You buy from Gurpreet Singh');
  screen.getByText(/^No money passes through Upaj/);
  const map = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open map' }).href);
  expect(map.searchParams.get('query')).toBe('Bahomajra, Khanna, Ludhiana, Punjab, 141401');
});

it.each([
  ['buyer', [], 'I have received the goods', 'I have already paid'],
  ['seller', [], 'I have handed over the goods', 'I have already received the money'],
  ['buyer', [['delivered', 'buyer']], 'I have paid', undefined],
  [
    'seller',
    [
      ['delivered', 'seller'],
      ['paid', 'buyer'],
    ],
    'I have received the money',
    undefined,
  ],
] as const)('the %s after %j can choose “%s”', async (side, steps, main, early) => {
  await show(confirmedDeal(steps as never), side === 'buyer' ? buyer : seller);
  const next = card('Next step');
  within(next).getByRole('button', { name: main });
  if (early) within(next).getByRole('button', { name: early });
  else expect(within(next).queryByRole('button', { name: /already/ })).toBeNull();
});

it('lets the seller say that money arrived before the buyer said so, without a request', async () => {
  await show(confirmedDeal([['delivered', 'seller']]), seller);
  const next = card('Next step');
  expect(next.textContent).toContain('Waiting for Anita Deshmukh to confirm that the goods have arrived.');
  within(next).getByRole('button', { name: 'I have already received the money' });
});

it('waits for the other side without a button', async () => {
  await show(
    confirmedDeal([
      ['delivered', 'seller'],
      ['paid', 'seller'],
    ]),
    seller,
  );
  const next = card('Next step');
  expect(next.textContent).toContain('Waiting for Anita Deshmukh to confirm that the goods have arrived.');
  expect(within(next).queryByRole('button')).toBeNull();
});

it('confirms after a question, and shows the next step', async () => {
  await show(exampleDeal(), buyer);
  server.succeed(confirmCall, confirmedDeal([['delivered', 'buyer']]));
  await press('I have received the goods');
  await pressInDialog('Go back');
  expect(posted()).toEqual([]);
  await press('I have received the goods');
  await pressInDialog('I have received the goods');
  await screen.findByRole('button', { name: 'I have paid' });
  await waitFor(() => expect(focused()).toBe('Pay ₹53,822.75 to Gurpreet Singh, then confirm it here.'));
  expect(posted()).toEqual([{ key: confirmCall, body: { step: 'delivered' } }]);
  expect(card('Confirmations').textContent).toMatch(
    /Goods receivedYou · 22 Nov.*Goods handed over|Goods handed overGurpreet Singh · not confirmed yetGoods receivedYou · 22 Nov/,
  );
});

it('warns the seller to check the bank first', async () => {
  await show(confirmedDeal([['delivered', 'seller']]), seller);
  await press('I have already received the money');
  const dialog = await screen.findByRole('dialog', { name: 'Have you received ₹53,822.75?' });
  expect(dialog.textContent).toContain('a message or a screenshot is no proof');
});

it('says that it could not be saved without a connection, and can be pressed again', async () => {
  await show(exampleDeal(), buyer);
  server.loseConnection(confirmCall);
  server.succeed(confirmCall, confirmedDeal([['delivered', 'buyer']]));
  await press('I have received the goods');
  await pressInDialog('I have received the goods');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Your confirmation could not be saved. Network error.');
  await press('I have received the goods');
  await pressInDialog('I have received the goods');
  await screen.findByRole('button', { name: 'I have paid' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('cancels with a reason, which stays when the connection is lost', async () => {
  const call = 'POST /api/v1/deals/d1/cancel';
  await show(exampleDeal(), buyer);
  server.loseConnection(call);
  server.succeed(call, cancelledDeal(exampleDeal(), 'buyer', 'The truck broke down.'));
  await press('Cancel the deal');
  await pressInDialog('Cancel the deal');
  await screen.findByText('Please write why');
  expect(posted()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Reason'), 'The truck broke down.');
  await pressInDialog('Cancel the deal');
  await screen.findByText(/^The deal could not be cancelled/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('The truck broke down.');
  await pressInDialog('Cancel the deal');
  await screen.findByText('You cancelled this deal.');
  await waitFor(() => expect(focused()).toBe('You cancelled this deal.'));
  expect(posted().at(-1)?.body).toEqual({ reason: 'The truck broke down.' });
  expect(screen.queryByRole('button', { name: 'Cancel the deal' })).toBeNull();
});

it('says who cancelled', async () => {
  const asked = cancelledDeal(confirmedDeal([['delivered', 'seller']]), 'seller', 'No truck.');
  await show(cancelledDeal(exampleDeal(), 'seller', 'No truck.'), buyer);
  screen.getByText('Gurpreet Singh cancelled this deal.');
  cleanup();
  server.forget(one);
  await show(cancelledDeal(asked, 'buyer', 'Fine.'), buyer);
  screen.getByText('You and Gurpreet Singh cancelled this deal.');
});

it.each([
  ['before', {}, /this deal ends on 5 Dec/],
  ['after', { status: 'cancelled' }, /^Neither of you confirmed anything for 14 days/],
] as const)('says that a deal lapses when nothing is confirmed: %s', async (_, changes, text) => {
  await show(exampleDeal(changes), buyer);
  screen.getByText(text);
});

it.each([true, false])('says whether a completed deal counts in the records: %s', async (isCounted) => {
  await show(exampleDeal({ status: 'completed', isCounted }), buyer);
  expect(screen.queryByText(/^This deal does not count in your records/) === null).toBe(isCounted);
});

it('needs both to cancel after a confirmation', async () => {
  const first = cancelledDeal(confirmedDeal([['delivered', 'seller']]), 'seller', 'No truck.');
  const takenBack = { ...first, cancellations: { buyer: null, seller: null } };
  const asked = cancelledDeal(takenBack, 'seller', 'Rain spoiled it.');
  await show(asked, buyer);
  screen.getByText('Gurpreet Singh wants to cancel this deal.');
  expect(screen.getByText('Gurpreet Singh wants to cancel this deal.').parentElement?.textContent).toContain(
    'Rain spoiled it.',
  );
  await press('Agree and cancel');
  await within(await screen.findByRole('dialog')).findByLabelText('Reason');
  cleanup();
  server.forget(one);
  await show(asked, seller);
  screen.getByText(
    'You want to cancel this deal. It is cancelled when Anita Deshmukh agrees. Your next confirmation takes this back.',
  );
  expect(screen.queryByRole('button', { name: /cancel/i })).toBeNull();
});

it('does not speak of the next confirmation when a side has none left', async () => {
  const done = confirmedDeal([
    ['delivered', 'buyer'],
    ['paid', 'buyer'],
  ]);
  await show(cancelledDeal(done, 'buyer', 'Rain spoiled it.'), buyer);
  const { textContent } = screen.getByText(/^You want to cancel this deal/);
  expect(textContent?.trim()).toBe(
    'You want to cancel this deal. It is cancelled when Gurpreet Singh agrees.',
  );
});

it('reports a problem to moderators only', async () => {
  const call = 'POST /api/v1/deals/d1/problem';
  await show(exampleDeal(), seller);
  server.succeed(call, exampleDeal());
  await press('Report a problem');
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Only Upaj’s moderators see your report. Anita Deshmukh does not.');
  await userEvent.type(await within(dialog).findByLabelText('What happened?'), 'He did not come.');
  await pressInDialog('Send report');
  await waitFor(() => expect(toasts()).toContain('Report sent. Upaj’s moderators will look at it.'));
  expect(posted()).toEqual([{ key: call, body: { text: 'He did not come.' } }]);
});

it('names a former member without a profile, a chat or a call', async () => {
  await show(exampleDeal({ seller: { ...seller, username: null, fullName: null } }), buyer);
  screen.getByText('You buy from a former member');
  screen.getByText(/^This person deleted their account/);
  expect(screen.queryByRole('link', { name: 'Open the conversation' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show Contact' })).toBeNull();
});

it('offers to mark the post as sold out', async () => {
  await show(exampleDeal({ canSellOut: true }), seller);
  server.succeed('PATCH /api/v1/post/p1/availability', { isAvailable: false });
  server.forget(one);
  server.succeed(one, exampleDeal());
  await press('Mark the post as sold out');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark the post as sold out' })).toBeNull());
});

const allSteps: Parameters<typeof confirmedDeal>[0] = [
  ['delivered', 'buyer'],
  ['delivered', 'seller'],
  ['paid', 'buyer'],
  ['paid', 'seller'],
];
const ownReview = 'GET /api/v1/reviews/gurpreet/mine';

it('offers a review when it is completed', async () => {
  server.succeed(ownReview, { canReview: true, review: null });
  await show(confirmedDeal(allSteps), buyer);
  await screen.findByRole('heading', { name: 'How was the deal with Gurpreet Singh?' });
  await screen.findByRole('button', { name: 'Write a review' });
  expect(screen.queryByRole('button', { name: 'Pay by UPI' })).toBeNull();
});

it('shows no heading of a review across a block', async () => {
  server.refuse(ownReview, 'USER_NOT_FOUND');
  await show(confirmedDeal(allSteps), buyer);
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toContain(ownReview));
  expect(screen.queryByRole('heading', { name: /^How was the deal/ })).toBeNull();
});

it('is in Hindi', async () => {
  await setLocale('hi');
  await show(exampleDeal(), seller);
  screen.getByText('आप Anita Deshmukh को बेच रहे हैं');
  await press('मैंने माल दे दिया');
  // The dialog's button is not “रद्द करें”, which would cancel the deal.
  await pressInDialog('वापस');
  await press('शिकायत भेजें');
  expect((await screen.findByRole('dialog')).textContent).not.toContain('रद्द');
});
