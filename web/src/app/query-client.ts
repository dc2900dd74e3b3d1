import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError, isUnreachableError } from '#lib/api-errors.ts';
import { isUnreachable, recoveries } from '#lib/connection.ts';
import { askForCode, expireSession } from '#people/users/session.ts';
import './clear-device.ts';

/** In ms: the first and the longest wait before a retry. They apply when the server names no time. */
const wait = { first: 1_000, most: 30_000 };
const probeTimeout = 5_000;

function retryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return seconds ? seconds * 1_000 : Math.min(wait.most, wait.first * 2 ** failures);
}

export function makeQueryClient(): QueryClient {
  // `onlineManager` listens to changes only, so it needs the first state.
  onlineManager.setOnline(navigator.onLine);
  const onRefused = (error: unknown) => {
    if (isApiError(error, 'NOT_LOGGED_IN')) expireSession(client);
    if (isApiError(error, 'SECOND_FACTOR_REQUIRED')) askForCode(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: onRefused }),
    mutationCache: new MutationCache({ onError: onRefused }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        // Offline, a query fails at once and says so, instead of waiting.
        networkMode: 'offlineFirst',
        retry: (failures, error) => failures < 2 && onlineManager.isOnline() && isUnreachableError(error),
        retryDelay,
        refetchOnWindowFocus: false,
      },
      // Offline, a mutation fails at once instead of waiting.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/**
 * While Upaj cannot be reached, probes the server, then refetches the screen's failed queries, so that a recovering
 * server does not get every query at once. Other successful calls do not count as recovery.
 */
export function resumeWhenReachable(client: QueryClient): void {
  let isProbing = false;
  const probe = async (failures: number) => {
    // The oldest supported browsers lack `AbortSignal.timeout`.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), probeTimeout);
    const isReady = await fetch('/readyz', { signal: timeout.signal }).then(
      ({ status }) => status < 500,
      () => false,
    );
    clearTimeout(timer);
    if (!isReady) return probeLater(failures + 1);
    isProbing = false;
    isUnreachable.set(false);
    recoveries.set(recoveries.get() + 1);
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isUnreachableError(state.error),
    });
  };
  const probeLater = (failures: number) => {
    const delay = Math.min(wait.most, 2 * wait.first * 2 ** failures) * (0.75 + Math.random() / 2);
    setTimeout(() => void probe(failures), delay);
  };
  isUnreachable.subscribe(() => {
    if (isProbing || !isUnreachable.get()) return;
    isProbing = true;
    probeLater(0);
  });
}
