// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notification } from '@upaj/contract/notifications';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { notificationViews, UnreadCount } from './notifications.tsx';
import { NotificationList } from '#notify/notifications/notification-list.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, hash, children }: LinkProps) => (
    <a href={to.replace(/\$(\w+)/, (_, name) => params?.[name] ?? '') + (hash ? `#${hash}` : '')}>
      {children}
    </a>
  ),
}));

interface LinkProps {
  to: string;
  params?: Record<string, string>;
  hash?: string;
  children: ReactNode;
}

const list = 'GET /api/v1/notifications';
const notification = (number: number, isRead: boolean): Notification => ({
  _id: `n${number}`,
  kind: 'price-alert',
  isRead,
  createdAt: new Date().toISOString(),
  data: {
    alertId: 'a1',
    rateId: String(number),
    commodity: 'Tomato',
    crop: 'tomato',
    market: 'Kolar',
    district: 'Kolar',
    state: 'Karnataka',
    type: 'below',
    targetPrice: 18,
    price: 16.5,
    unit: 'kg',
    arrivalDate: '2026-11-20',
    isSample: number === 2,
  },
});
const comment = (_id: string, isAnswer: boolean): Notification => ({
  _id,
  kind: 'comment',
  isRead: true,
  createdAt: new Date().toISOString(),
  data: {
    postId: 'p1',
    commentId: 'c1',
    title: 'Sharbati wheat',
    isAnswer,
    name: 'Asha',
    text: 'Is it dry?',
  },
});
const people = { count: 4, name: 'Ramesh', username: 'ramesh' };
const grouped: Notification[] = [
  { kind: 'like', data: { postId: 'p1', title: 'Onion', ...people } },
  { kind: 'follow', data: { owner: 'me', ...people } },
  { kind: 'follow', data: { owner: 'me', ...people, count: 1 } },
  { kind: 'review', data: { reviewId: 'r1', name: 'Asha', rating: 4 } },
].map(
  (one, index) =>
    ({ _id: `g${index}`, isRead: false, createdAt: new Date().toISOString(), ...one }) as Notification,
);
const page = (total: number) => ({ page: { nextCursor: null, total } });
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.succeed('GET /api/v1/notifications/unread', { count: 1 });
});
afterEach(() => cleanup());

function Screen() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <UnreadCount>{(count) => <output>{count}</output>}</UnreadCount>
      <button type="button" onClick={() => setThere(!isThere)}>
        Elsewhere
      </button>
      {isThere && <NotificationList views={notificationViews} />}
    </>
  );
}
const show = () => renderPart(() => <Screen />);
const marks = () => server.calls.filter(({ key }) => key.startsWith('PUT')).map(({ key }) => key);

it('shows notifications, highlights new ones, and marks them as read', async () => {
  server.succeed(list, [notification(3, false), notification(2, true)], page(2));
  server.succeed('PUT /api/v1/notifications/n3/read', { count: 0 });
  show();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Tomato: ₹16.50 per kg in KolarBelow your target of ₹18 per kg');
  expect(first?.textContent).toContain('Kolar, Karnataka · 20 Nov · AGMARKNET');
  expect(first?.textContent).toContain('New');
  expect(second?.textContent).toContain('Kolar, Karnataka · 20 Nov · Sample data');
  expect(second?.textContent).not.toContain('New');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/Market/rates/3',
    '/Market/rates/2',
  ]);
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('0'));
  expect(marks()).toEqual(['PUT /api/v1/notifications/n3/read']);
  expect(first?.textContent).toContain('New');
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect((await screen.findAllByRole('listitem'))[0]?.textContent).not.toContain('New');
});

it('shows a comment and a reply after a price, with links to them', async () => {
  server.succeed(list, [notification(3, true), comment('n5', false), comment('n6', true)], page(3));
  show();
  const [, second, third] = await screen.findAllByRole('listitem');
  expect(second?.textContent).toMatch(/^New comment on “Sharbati wheat”Asha: Is it dry\?(?!.*AGMARKNET)/);
  expect(third?.textContent).toMatch(/^The seller replied on “Sharbati wheat”Asha: Is it dry\?/);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/Market/rates/3',
    '/post/p1#comments',
    '/post/p1#comments',
  ]);
});

it('shows likes and followers as groups, and reviews', async () => {
  server.succeed(list, grouped, page(4));
  show();
  const rows = await screen.findAllByRole('listitem');
  const texts = [
    'Ramesh and 3 others liked your post “Onion”',
    'Ramesh and 3 others followed you',
    'Ramesh followed you',
    'Asha reviewed you: 4 out of 5 stars',
  ];
  for (const [index, text] of texts.entries()) expect(rows[index]?.textContent).toContain(text);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/post/p1',
    '/user/me/followers',
    '/user/ramesh',
    '/Profile',
  ]);
});

it('marks as read even when the list loads after the user left', async () => {
  server.succeed(list, [notification(3, false), notification(2, false)], page(2));
  let arrive = () => {};
  server.give('PUT /api/v1/notifications/n3/read', async () => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return Response.json({ success: true, data: { count: 0 } });
  });
  const client = show();
  await screen.findAllByText('New');
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  void client.invalidateQueries({ queryKey: ['notifications', 'list'] });
  server.forget(list);
  let arriveList = () => {};
  server.give(list, async () => {
    await new Promise<void>((resolve) => (arriveList = resolve));
    return Response.json({
      success: true,
      data: [notification(4, false), notification(3, true), notification(2, true)],
      ...page(3),
    });
  });
  server.succeed('PUT /api/v1/notifications/n4/read', { count: 0 });
  arrive();
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('0'));
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByText('New')).toBeNull();
  arriveList();
  await screen.findByText('New');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

it('marks nothing when there is nothing new', async () => {
  server.succeed(list, [notification(3, true)], page(1));
  show();
  await screen.findByRole('listitem');
  expect(marks()).toEqual([]);
});

it('preserves the count when marking failed', async () => {
  server.succeed(list, [notification(3, false)], page(1));
  server.loseConnection('PUT /api/v1/notifications/n3/read');
  show();
  await screen.findByRole('listitem');
  await waitFor(() => expect(marks()).toHaveLength(1));
  expect(document.querySelector('output')?.textContent).toBe('1');
});

it('marks only once the list is visible', async () => {
  server.succeed(list, [notification(3, false)], page(1));
  server.succeed('PUT /api/v1/notifications/n3/read', { count: 0 });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show();
  await screen.findByRole('listitem');
  expect(marks()).toEqual([]);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(marks()).toHaveLength(1));
});

it('shows that it is empty, or failed', async () => {
  server.refuse(list, 'UNEXPECTED');
  server.succeed(list, [], page(0));
  show();
  await screen.findByText('The notifications could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No notifications yet');
  expect(screen.getByRole('link', { name: 'Go to the market' }).getAttribute('href')).toBe('/Market');
});

it('shows offers with their terms, deals and changes of the UPI ID, with links', async () => {
  const data = {
    offerId: 'o1',
    event: 'countered',
    userId: 'u1',
    name: 'Asha',
    title: 'Onion',
    dealId: null,
    quantity: 1,
    unit: 'tonne',
    price: 22.5,
    priceUnit: 'per kg',
  };
  const deal = { dealId: 'd1', number: '4821 3097', event: 'paid', by: 'buyer', name: null, title: 'Onion' };
  const news = [
    { kind: 'offer', data },
    { kind: 'offer', data: { ...data, event: 'accepted', dealId: 'd1' } },
    { kind: 'deal', data: deal },
    { kind: 'upi', data: { change: 'changed' } },
    { kind: 'second-factor', data: { change: 'recovery' } },
  ].map((one, index) => ({ _id: `o${index}`, isRead: true, createdAt: new Date().toISOString(), ...one }));
  server.succeed(list, news, page(5));
  show();
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Asha made a counter-offer for “Onion”: 1 tonne at ₹22.50 per kg'),
    expect.stringContaining('Asha accepted your offer for “Onion”: 1 tonne at ₹22.50 per kg'),
    expect.stringContaining('Someone says they paid for “Onion”. Check your bank'),
    expect.stringContaining('Your UPI ID was changed'),
    expect.stringContaining('You logged in with a recovery code'),
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/chat/u1',
    '/deals/d1',
    '/deals/d1',
    '/settings#upi',
    '/settings#second-factor',
  ]);
});
