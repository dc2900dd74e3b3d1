import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { isApiError, isUnreachableError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { markOpen } from '#lib/browser-session.ts';
import { makeSignal, useSignal } from '#lib/signal.ts';
import { sessionEnded } from '#people/users/events.ts';
import { endPush } from '#notify/notifications/push-subscription.ts';

/** The session ended without a log-out. The log-in screen says so. */
export const hasExpired = makeSignal(false);

/** The session needs a code of the second factor first. */
export const lacksCode = makeSignal(false);

/** Returns whether the user logged in or registered during this visit. */
export const hasJustEntered = makeSignal(false);

export const currentUserQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      const { user } = (await api('GET /api/v1/users/current-user', { signal })).data;
      rememberMember(user.isComplete);
      lacksCode.set(false);
      return user;
    } catch (error) {
      const needsCode = isApiError(error, 'SECOND_FACTOR_REQUIRED');
      if (!needsCode && !isApiError(error, 'NOT_LOGGED_IN')) throw error;
      if (!needsCode && isProbablyMember()) hasExpired.set(true);
      rememberMember(false);
      lacksCode.set(needsCode);
      return null;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  refetchOnReconnect: true,
});

export interface Session {
  user: Account | null;
  isLoading: boolean;
}

export function useSession(): Session {
  const { data, isPending, error } = useQuery(currentUserQuery);
  // An unknown state is no reason to show the log-in.
  return { user: data ?? null, isLoading: isPending || (data === undefined && isUnreachableError(error)) };
}

/** What is shown of a user whose session is not checked yet. */
export type KnownUser = Pick<Account, '_id' | 'username' | 'fullName' | 'avatar'>;

/** Who was logged in when the stored feed was stored. */
export const knownUser = makeSignal<KnownUser | null>(null);

export function useKnownUser(): KnownUser | null {
  const { user, isLoading } = useSession();
  const known = useSignal(knownUser);
  return isLoading ? known : user;
}

export function useUser(): Account | null {
  return useSession().user;
}

let left = false;

export function hasLeft(): boolean {
  return left;
}

/** `user` is null while the session lacks a code. */
export function enterSession(client: QueryClient, user: Account | null, isRemembered = false): void {
  left = false;
  hasExpired.set(false);
  markOpen(isRemembered);
  lacksCode.set(user === null);
  if (user) confirmSession(client, user, true);
  else client.setQueryData(currentUserQuery.queryKey, null);
}

/** The session has shown the code that it lacked, or another one. */
export function confirmSession(client: QueryClient, user: Account, didLackCode: boolean): void {
  if (didLackCode) {
    rememberMember(true);
    clearCaches(client);
    hasJustEntered.set(true);
  }
  // Or the console would show the refusal again until it has new data.
  client.removeQueries({ predicate: ({ state }) => isApiError(state.error, 'SECOND_FACTOR_REQUIRED') });
  lacksCode.set(false);
  client.setQueryData(currentUserQuery.queryKey, user);
}

/** Any call may be the first that finds it out. The console's calls also need a code that is not too old. */
export function askForCode(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey))
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** Any call may be the first that finds the session ended. */
export function expireSession(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey)) hasExpired.set(true);
  lacksCode.set(false);
  rememberMember(false);
  client.setQueryData(currentUserQuery.queryKey, null);
}

/** Phones are shared. */
export function leaveSession(client: QueryClient): void {
  endSession(client, client.getQueryData(currentUserQuery.queryKey)?._id);
}

function endSession(client: QueryClient, userId?: string): void {
  left = true;
  hasExpired.set(false);
  lacksCode.set(false);
  hasJustEntered.set(false);
  rememberMember(false);
  client.setQueryData(currentUserQuery.queryKey, null);
  clearCaches(client);
  sessionEnded.publish(userId);
}

/** Does not delete unsent messages: the user did not confirm it. */
export async function checkSession(client: QueryClient): Promise<void> {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) endSession(client);
}

function clearCaches(client: QueryClient): void {
  // Otherwise the server stops pushing: the session is over.
  void endPush().catch(() => undefined);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
}

const key = 'upaj-member';

/**
 * A hint only: it starts the first list in parallel with the session check, and saves guests a refused call.
 */
export function isProbablyMember(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function rememberMember(isMember: boolean): void {
  try {
    if (isMember) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the list waits for the session.
  }
}
