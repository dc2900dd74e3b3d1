// @vitest-environment happy-dom
import { writeFileSync } from 'node:fs';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, act } from '@testing-library/react';
import { it, vi } from 'vitest';
import { setLocale, loadTexts } from '#i18n/locale.ts';
import { stubServer } from '../../test/stub-server.tsx';
import { contents } from '../../test/tmp-contents.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

it('dumps the list', async () => {
  const out: Record<string, string[]> = {};
  for (const locale of ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'or', 'ml', 'pa'] as const) {
  vi.stubGlobal('scrollTo', () => {});
  const server = stubServer();
  server.succeed('GET /api/v1/users/current-user', { user: { _id: 'u1', username: 'asha', fullName: 'Asha Rani', avatar: null, isComplete: true } });
  server.succeed('GET /api/v1/notifications/unread', { count: 0 });
  server.succeed('GET /api/v1/notifications/settings', { byEmail: true, isEmailVerified: true, pushKey: 'AQID' });
  server.succeed('GET /api/v1/notifications', contents.map((one, index) => ({ _id: `n${index}`, isRead: true, createdAt: '2020-01-01T00:00:00Z', ...one })), { page: { nextCursor: null, total: contents.length } });
  await loadTexts('notifications');
  await setLocale(locale);
  window.history.replaceState(null, '', '/notifications');
  const client = makeQueryClient();
  render(<QueryClientProvider client={client}><RouterProvider router={makeRouter(client)} /></QueryClientProvider>);
  for (let tries = 0; document.querySelectorAll('li time').length < contents.length && tries < 60; tries += 1) await act(() => new Promise((done) => setTimeout(done, 250)));
  await act(() => new Promise((done) => setTimeout(done, 1500)));
  out[locale] = [...document.querySelectorAll('li')].filter((li) => li.querySelector('time')).map((li) => li.innerHTML);
  cleanup();
  }
  writeFileSync(process.env.GOLDEN ?? '/tmp/golden/web-list-old.json', JSON.stringify(out, null, 1));
}, 120000);
