import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { currentUserQuery } from '#people/users/session.ts';
import { hasStartData } from '#lib/start-data.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { makeQueryClient, resumeWhenReachable } from './query-client.ts';
import { makeRouter } from './router.ts';
import { watchInstall } from './shell/install.ts';
import { keepFeedStored, startFromStoredFeed } from './stored-start.ts';

const queryClient = makeQueryClient();
resumeWhenReachable(queryClient);
keepFeedStored(queryClient);
watchInstall();
const router = makeRouter(queryClient);

/**
 * Loads what every screen waits for. Resolves at once when the HTML carries no data: then the app shows what it is
 * waiting for.
 */
export async function prepareApp(): Promise<void> {
  const isStarted = hasStartData();
  const session = queryClient.prefetchQuery(currentUserQuery);
  // A page from the service worker carries no data, but the last feed may be stored.
  if (isStarted) await session;
  else if (!(await startFromStoredFeed(queryClient))) return;
  await router.load();
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmHost />
      <ToastHost />
    </QueryClientProvider>
  );
}
