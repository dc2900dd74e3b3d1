import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { currentUserQuery } from '#people/users/session.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { ToastHost } from '#ui/toast-host.tsx';
import { makeQueryClient, resumeWhenReachable } from './query-client.ts';
import { makeRouter } from './router.ts';

const queryClient = makeQueryClient();
resumeWhenReachable(queryClient);
const router = makeRouter(queryClient);

/** Every screen waits for it. */
export function startSession(): void {
  void queryClient.prefetchQuery(currentUserQuery);
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
