// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DealData } from '@upaj/contract/deals/notifications';
import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import type { Notification } from '@upaj/contract/notifications';
import type { TradeNotifications } from '@upaj/contract/trade/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { Notifications, UnreadCount } from './notifications.tsx';
import { publishLive } from '#lib/live/events.ts';
import { connectNotify } from '#notify/live.ts';

const { at, navigate, push } = vi.hoisted(() => ({
  push: vi.fn<(path: string) => void>(),
  at: { pathname: '/', href: '/' },
  navigate: vi.fn<(to: object) => Promise<void>>(async () => {}),
}));
vi.mock('@tanstack/react-router', () => {
  const buildLocation = ({ to, params }: { to: string; params?: Record<string, string> }) => ({
    href: to.replace(/\$(\w+)/, (_, name: string) => params?.[name] ?? ''),
  });
  const router = { state: { location: at }, navigate, buildLocation, history: { push } };
  return { useRouter: () => router };
});

const unread = 'GET /api/v1/notifications/unread';
const row = (_id: string) => ({ _id, isRead: false, createdAt: '2026-11-21T06:30:00Z' });
const notification = (change: Partial<PriceAlertData> = {}): Notification => ({
  ...row('n1'),
  kind: 'price-alert',
  data: {
    alertId: 'a1',
    rateId: '7',
    commodity: 'Wheat',
    crop: 'wheat',
    market: 'Khanna',
    district: 'Ludhiana',
    state: 'Punjab',
    type: 'above',
    targetPrice: 2600,
    price: 2650,
    unit: 'quintal',
    arrivalDate: '2026-11-20',
    isSample: false,
    ...change,
  },
});
const comment = (change: Partial<TradeNotifications['comment']> = {}): Notification => ({
  ...row('n2'),
  kind: 'comment',
  data: {
    postId: 'p1',
    commentId: 'c1',
    title: 'Sharbati wheat',
    isAnswer: false,
    name: 'Asha',
    text: 'Is it dry?',
    ...change,
  },
});
const deal = (event: DealData['event'], title: string): Notification => ({
  ...row('n3'),
  kind: 'deal',
  data: { dealId: 'd1', number: '4821 3097', event, by: 'seller', name: 'Asha', title },
});
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
  Object.assign(at, { pathname: '/', href: '/' });
  navigate.mockClear();
});
afterEach(async () => {
  disconnect();
  cleanup();
  await setLocale('en');
});

let disconnect: () => void;

async function open(...counts: number[]) {
  for (const count of counts) server.succeed(unread, { count });
  const client = renderPart(() => (
    <>
      <UnreadCount>{(count) => <output>{count}</output>}</UnreadCount>
      <Notifications />
    </>
  ));
  disconnect = connectNotify(client);
  await waitFor(() => expect(badge()).toBe(String(counts[0])));
  return client;
}
const badge = () => document.querySelector('output')?.textContent;
const arrive = (...notifications: Notification[]) =>
  act(() => {
    for (const one of notifications) publishLive('notification', one);
  });
const endBurst = () => new Promise((done) => setTimeout(done, 1_000));

it('counts and shows what arrives, with a link to its rate', async () => {
  const client = await open(1, 2);
  await arrive(notification());
  await waitFor(() => expect(badge()).toBe('2'));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toContain(
    'Price alert. Wheat: ₹2,650 per quintal in Khanna. Above your target of ₹2,600 per quintal.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'View rate' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/Market/rates/$rateId', params: { rateId: '7' } });
  expect(client.getQueryData(['module', 'crops'])).toBeUndefined();
});

it('shows a success only for good news', async () => {
  await open(0);
  const typeOf = async (text: string) =>
    (await screen.findByText(text, { exact: false })).closest('li')?.dataset.type;
  await arrive(deal('completed', 'Basmati'));
  expect(await typeOf('Basmati')).toBe('success');
  await arrive(deal('cancelled', 'Mustard'));
  expect(await typeOf('Mustard')).not.toBe('success');
});

it('offers no button for the page that is open', async () => {
  await open(0, 1);
  at.href = '/Market/rates/7';
  const ofCotton = () => toasts().find((text) => text?.includes('Cotton'));
  await arrive(notification({ crop: 'cotton', commodity: 'Cotton' }));
  await waitFor(() => expect(ofCotton()).toBeDefined());
  expect(ofCotton()).not.toContain('View rate');
});

it('shows a burst in the morning as one', async () => {
  await open(0, 3);
  await arrive(notification(), notification({ rateId: '8' }), notification({ rateId: '9' }));
  await waitFor(() => expect(toasts().join()).toContain('3 of your price alerts were reached.'));
  await userEvent.click(screen.getByRole('button', { name: 'View all' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/notifications' });
});

it('shows a comment, with a link to it', async () => {
  await open(0, 1);
  await arrive(comment());
  await waitFor(() => expect(toasts().join()).toContain('New comment on “Sharbati wheat”. Asha: Is it dry?'));
  await userEvent.click(screen.getByRole('button', { name: 'View post' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/post/$postId', params: { postId: 'p1' }, hash: 'comments' });
});

it('shows no toast over the settings for the UPI ID, which says there that it was saved', async () => {
  await open(0, 1);
  at.pathname = '/settings';
  await arrive({ ...comment(), kind: 'upi', data: { change: 'changed' } });
  await endBurst();
  expect(toasts()).toEqual([]);
});

it('shows no toast over the chats for an offer, which is a message there', async () => {
  await open(0, 1);
  at.pathname = '/chat/asha';
  const offer = (event: 'countered' | 'expiring', title: string): Notification => ({
    ...row('n3'),
    kind: 'offer',
    data: {
      offerId: 'o1',
      userId: 'u1',
      name: 'Asha',
      title,
      dealId: null,
      event,
      quantity: 1,
      unit: 'tonne',
      price: 22.5,
      priceUnit: 'per kg',
    },
  });
  await arrive(offer('countered', 'Onion'));
  await endBurst();
  await arrive(offer('expiring', 'Garlic'));
  await waitFor(() => expect(toasts().join()).toContain('Garlic'));
  expect(toasts().join()).not.toContain('Onion');
});

it.each([
  ['en', 'The seller replied on “Sharbati wheat”. Asha: Is it dry?'],
  ['hi', '“Sharbati wheat” पर बेचने वाले का जवाब. Asha: Is it dry?'],
] as const)('shows a seller’s reply as such: %s', async (locale, text) => {
  await setLocale(locale);
  await open(0, 1);
  await arrive(comment({ isAnswer: true }));
  await waitFor(() => expect(toasts().join()).toContain(text));
});

it.each([
  ['only comments', [comment(), comment({ isAnswer: true }), comment()], '3 new comments.'],
  ['both kinds', [comment(), notification(), comment(), notification()], 'You have 4 new notifications.'],
])('shows a burst of %s as one', async (_, notifications, text) => {
  await open(0, notifications.length);
  await arrive(...notifications);
  await waitFor(() => expect(toasts().join()).toContain(text));
  await userEvent.click(screen.getAllByRole('button', { name: 'View all' })[0]!);
  expect(navigate).toHaveBeenCalledWith({ to: '/notifications' });
});

const cached = [
  ['alerts'],
  ['comments', 'p1'],
  ['post', 'p1'],
  ['comments', 'p2'],
  ['post', 'p2'],
  ['deals'],
];

it.each([
  ['a price', notification(), ['alerts']],
  ['a comment', comment(), ['comments/p1', 'post/p1']],
  ['a deal', deal('paid', 'Wheat'), ['deals']],
])('refetches what %s changes, and nothing else', async (_, arrived, outdated) => {
  const client = await open(0, 1);
  for (const queryKey of cached) client.setQueryData(queryKey, 'known');
  await arrive(arrived);
  const isOutdated = (queryKey: string[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect(cached.filter(isOutdated).map((key) => key.join('/'))).toEqual(outdated);
});

it('is announced without a toast while the list shows it', async () => {
  at.pathname = '/Notifications';
  await open(0, 1);
  await arrive(notification({ type: 'below', price: 2600 }));
  await waitFor(() =>
    expect(document.querySelector('p[role=status]')?.textContent).toBe(
      'Price alert. Wheat: ₹2,600 per quintal in Khanna. Exactly your target of ₹2,600 per quintal.',
    ),
  );
  expect(toasts().filter((text) => text?.includes('Exactly your'))).toEqual([]);
});

it('is in Hindi in Hindi', async () => {
  await setLocale('hi');
  await open(0, 1);
  await arrive(notification({ type: 'below', price: 2500 }));
  await waitFor(() =>
    expect(toasts().join()).toContain(
      'भाव अलर्ट। गेहूं: खन्ना में ₹2,500 प्रति क्विंटल। आपके तय भाव ₹2,600 प्रति क्विंटल से नीचे।',
    ),
  );
});

it('shows a comment in Hindi', async () => {
  await setLocale('hi');
  await open(0, 1);
  await arrive(comment());
  await waitFor(() => expect(toasts().join()).toContain('“Sharbati wheat” पर नया कमेंट. Asha: Is it dry?'));
});

it('applies read marks of another device, and fetches missed notifications', async () => {
  await open(5, 2);
  await act(async () => publishLive('notificationsRead', { count: 1 }));
  await waitFor(() => expect(badge()).toBe('1'));
  await act(async () => publishLive('missed'));
  await waitFor(() => expect(badge()).toBe('2'));
});

it('opens the page of a pressed push, and replies to the worker', async () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  await open(0);
  const answer = vi.fn<(announced: boolean) => void>();
  const message = (data: unknown) =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [{ postMessage: answer }] }));
  message({ open: 'https://evil.example' });
  expect([push.mock.calls, answer.mock.calls]).toEqual([[], []]);
  message({ open: '/Market/rates/7' });
  expect([push.mock.calls, answer.mock.calls]).toEqual([[['/Market/rates/7']], [[true]]]);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
