// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubServer } from '../../test/stub-server.tsx';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  server = stubServer();
  server.succeed('GET /api/v1/users/current-user', {
    user: { _id: 'u1', username: 'asha', fullName: 'Asha Rani', avatar: null, isComplete: true },
  });
  server.succeed('GET /api/v1/notifications/unread', { count: 0 });
  server.succeed('GET /api/v1/notifications/settings', {
    byEmail: true,
    isEmailVerified: true,
    pushKey: 'AQID',
  });
  server.succeed('GET /api/v1/notifications', [], { page: { nextCursor: null, total: 0 } });
});
afterEach(() => cleanup());

it('shows folded settings above a list that loads more near its end', async () => {
  window.history.replaceState(null, '', '/notifications');
  const client = makeQueryClient();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={makeRouter(client)} />
    </QueryClientProvider>,
  );
  const list = await screen.findByText('No notifications yet');
  const settings = screen.getByText('Notification settings');
  expect(settings.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(settings.closest('details')?.open).toBe(false);
});
