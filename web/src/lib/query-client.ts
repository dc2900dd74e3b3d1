import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, NetworkError, TimeoutError } from './api-errors.ts';
import { currentUserQuery } from './session.ts';

/** A call is worth another try only when no answer came or the server was out of breath. */
function isPassing(error: Error): boolean {
  return error instanceof NetworkError || error instanceof TimeoutError || isApiError(error, 'UNAVAILABLE');
}

export function makeQueryClient(): QueryClient {
  // A session can end while the app is open; whichever call notices it sends the reader to the log-in.
  const noticeLogout = (error: unknown) => {
    if (isApiError(error, 'NOT_LOGGED_IN')) client.setQueryData(currentUserQuery.queryKey, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeLogout }),
    mutationCache: new MutationCache({ onError: noticeLogout }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        refetchOnWindowFocus: false,
      },
      // Offline, a call fails at once and says so, instead of waiting in silence.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
