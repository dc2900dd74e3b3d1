import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { schemes } from '@upaj/contract/mandi/scheme-list';
import { vi } from 'vitest';
import { makeQueryClient, resumeWhenReachable } from '#app/query-client.ts';
import { makeRouter } from '#app/router.ts';
import { clearPlace } from '#people/place/place.ts';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { exampleRate } from './rates.ts';
import { stubServer } from './stub-server.tsx';

export const end = { page: { nextCursor: null, total: 0 } };
export const user = { _id: 'u1', username: 'asha', fullName: 'Asha Rani', avatar: null, isComplete: true };
export const source = { name: 'AGMARKNET', url: null, freshness: 'live', updatedAt: null, isFailing: false };
const home = { state: 'Punjab', district: 'Ludhiana', city: '', village: '', pincode: '' };

export function overview(location: string, more: object = {}) {
  const rates = {
    lastUpdated: '2026-11-20',
    location,
    scope: 'district',
    isSample: false,
    rates: [exampleRate()],
    page: { nextCursor: null, total: 1 },
    ...more,
  };
  const sources = { rates: source, weather: { ...source, freshness: 'none' }, news: source };
  return { location, rates, own: [], weather: null, news: [], schemes, sources };
}

export const overviewOf = (location?: string) =>
  `GET /api/market/overview${location ? `?${new URLSearchParams({ location })}` : ''}`;

export function stubMarket() {
  vi.stubGlobal('scrollTo', () => {});
  localStorage.clear();
  clearPlace();
  const server = stubServer();
  server.succeed('GET /api/v1/users/current-user', { user: { ...user, address: home } });
  server.succeed('GET /api/v1/alerts', []);
  server.succeed('GET /api/v1/notifications/unread', { count: 0 });
  server.succeed('GET /api/v1/market/commodities', [
    { commodity: 'Wheat', crop: 'wheat' },
    { commodity: 'Paddy(Common)', crop: 'paddy' },
    { commodity: 'Paddy(Dhan)(Common)', crop: 'paddy' },
    { commodity: 'Safflower', crop: null },
  ]);
  return server;
}

export function openApp(path: string) {
  window.history.replaceState(null, '', path);
  const client = makeQueryClient();
  resumeWhenReachable(client);
  const router = makeRouter(client);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>,
  );
  return {
    at: () => router.state.location.href,
    search: () => router.state.location.search as Record<string, string>,
    goTo: (href: string) => act(() => router.navigate({ href })),
  };
}

export const heading = (name: string, level = 1) => screen.findByRole('heading', { name, level });

export const chosen = (label: string) =>
  screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
