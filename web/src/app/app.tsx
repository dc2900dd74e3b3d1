import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentUserQuery } from '#people/users/session.ts';
import { hasStartData } from '#lib/start-data.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { makeQueryClient, resumeWhenReachable } from './query-client.ts';
import { makeRouter } from './router.ts';
import { watchInstall } from './shell/install.ts';
import { startFromStore, watchSession } from './stored-start.ts';

/**
 * Makes the app. If the HTML carries data, or the last visit is stored, it resolves when the first screen is loaded.
 * Otherwise it does not wait for the screen, and the app shows that it is loading.
 */
export async function prepareApp(): Promise<ReactNode> {
  const queryClient = makeQueryClient();
  resumeWhenReachable(queryClient);
  watchSession(queryClient);
  watchInstall();
  const router = makeRouter(queryClient);
  const isStarted = hasStartData();
  const session = queryClient.prefetchQuery(currentUserQuery);
  if (isStarted) await session;
  // A page from the service worker carries no data, but the last visit may be stored.
  if (isStarted || (await startFromStore(queryClient))) await router.load();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmHost />
      <ToastHost />
    </QueryClientProvider>
  );
}
