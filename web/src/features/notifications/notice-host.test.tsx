// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notification, PriceNotice } from '@upaj/contract/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { noticeNews } from '#lib/notice-news.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { NoticeHost, UnreadNotices } from './notice-host.tsx';

const { at, navigate, push } = vi.hoisted(() => ({
  push: vi.fn<(path: string) => void>(),
  at: { pathname: '/' },
  navigate: vi.fn<(to: object) => Promise<void>>(async () => {}),
}));
vi.mock('@tanstack/react-router', () => {
  const router = { state: { location: at }, navigate, history: { push } };
  return { useRouter: () => router };
});

const unread = 'GET /api/v1/notifications/unread';
const notice = (change: Partial<PriceNotice> = {}): Notification => ({
  _id: 'n1',
  kind: 'price-alert',
  isRead: false,
  createdAt: '2026-11-21T06:30:00Z',
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
let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  server = stubServer();
  at.pathname = '/';
  navigate.mockClear();
  await loadTexts('notices');
});
afterEach(async () => {
  cleanup();
  noticeNews.set(undefined);
  await setLocale('en');
});

async function open(...counts: number[]) {
  for (const count of counts) server.succeed(unread, { count });
  const client = renderPart(() => (
    <>
      <UnreadNotices>{(count) => <output>{count}</output>}</UnreadNotices>
      <NoticeHost />
    </>
  ));
  await waitFor(() => expect(badge()).toBe(String(counts[0])));
  return client;
}
const badge = () => document.querySelector('output')?.textContent;
const arrive = (...notices: Notification[]) =>
  act(() => {
    for (const one of notices) noticeNews.set({ kind: 'arrived', notice: one });
  });

it('counts what arrives, tells of it, and leads to its rate', async () => {
  const client = await open(1, 2);
  await arrive(notice());
  await waitFor(() => expect(badge()).toBe('2'));
  await waitFor(() => expect(toasts()).toHaveLength(1), { timeout: 3_000 });
  expect(toasts()[0]).toContain(
    'Price alert. Wheat: ₹2,650 per quintal in Khanna. Above your ₹2,600 per quintal.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'See rate' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/Market/rates/$rateId', params: { rateId: '7' } });
  expect(client.getQueryData(['module', 'crops'])).toBeUndefined();
});

it('tells the burst of a morning as one', async () => {
  await open(0, 3);
  await arrive(notice(), notice({ rateId: '8' }), notice({ rateId: '9' }));
  await waitFor(() => expect(toasts().join()).toContain('3 prices you wait for are there.'));
  await userEvent.click(screen.getByRole('button', { name: 'See all' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/notifications' });
});

it('is read aloud without a toast where the list shows it', async () => {
  at.pathname = '/Notifications';
  await open(0, 1);
  await arrive(notice({ type: 'below', price: 2600 }));
  await waitFor(() =>
    expect(document.querySelector('p[role=status]')?.textContent).toBe(
      'Price alert. Wheat: ₹2,600 per quintal in Khanna. Just your ₹2,600 per quintal.',
    ),
  );
  expect(toasts().filter((text) => text?.includes('Just your'))).toEqual([]);
});

it('speaks Hindi', async () => {
  await setLocale('hi');
  await open(0, 1);
  await arrive(notice({ type: 'below', price: 2500 }));
  await waitFor(() =>
    expect(toasts().join()).toContain(
      'भाव अलर्ट। गेहूं: Khanna में ₹2,500 प्रति क्विंटल। आपके ₹2,600 प्रति क्विंटल से नीचे।',
    ),
  );
});

it('takes over what was read on another device, and asks for what it missed', async () => {
  await open(5, 2);
  await act(async () => noticeNews.set({ kind: 'read', count: 1 }));
  await waitFor(() => expect(badge()).toBe('1'));
  await act(async () => noticeNews.set({ kind: 'missed' }));
  await waitFor(() => expect(badge()).toBe('2'));
});

it('goes where a press on what was pushed leads, and answers the worker', async () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  await open(0);
  const answer = vi.fn<(heard: boolean) => void>();
  const message = (data: unknown) =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [{ postMessage: answer }] }));
  message({ open: 'https://evil.example' });
  expect([push.mock.calls, answer.mock.calls]).toEqual([[], []]);
  message({ open: '/Market/rates/7' });
  expect([push.mock.calls, answer.mock.calls]).toEqual([[['/Market/rates/7']], [[true]]]);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
