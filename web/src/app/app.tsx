import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { makeQueryClient } from '#lib/query-client.ts';
import { currentUserQuery } from '#lib/session.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { ToastHost } from '#ui/toast-host.tsx';
import { makeRouter } from './router.ts';

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

/** Asks who is there before anything is drawn: every screen waits for it. */
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
