import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { isApiError, isUnreachableError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { markOpen } from '#lib/browser-session.ts';
import { makeSignal } from '#lib/signal.ts';
import { deviceTexts } from '#lib/storage.ts';
import { sessionEnded } from '#people/users/events.ts';
import { endPush } from '#notify/notifications/push-subscription.ts';

/** True when the session ended without a log-out. The log-in screen then says so. */
export const hasExpired = makeSignal(false);

/** True while the session needs a code of the second factor. */
export const lacksCode = makeSignal(false);

/** True when the user logged in or registered during this visit. */
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
  // While the server cannot be reached the state is unknown, and the log-in screen must not appear.
  return { user: data ?? null, isLoading: isPending || (data === undefined && isUnreachableError(error)) };
}

export function useUser(): Account | null {
  return useSession().user;
}

let left = false;

export function hasLeft(): boolean {
  return left;
}

/** Starts the session here after a log-in. `user` is null while the session lacks a code of the second factor. */
export function enterSession(client: QueryClient, user: Account | null, isRemembered = false): void {
  left = false;
  hasExpired.set(false);
  markOpen(isRemembered);
  lacksCode.set(user === null);
  if (user) confirmSession(client, user, true);
  else client.setQueryData(currentUserQuery.queryKey, null);
}

/** Called when the session has passed the second factor, or staff have entered a new code. */
export function confirmSession(client: QueryClient, user: Account, didLackCode: boolean): void {
  if (didLackCode) {
    rememberMember(user.isComplete);
    clearCaches(client);
    hasJustEntered.set(true);
  }
  // The console would otherwise show the refusal until it has new data.
  client.removeQueries({ predicate: ({ state }) => isApiError(state.error, 'SECOND_FACTOR_REQUIRED') });
  lacksCode.set(false);
  client.setQueryData(currentUserQuery.queryKey, user);
}

/**
 * Checks the session again, because any call may be the first that is refused for lack of a code. The console also
 * refuses a code that is too old.
 */
export function askForCode(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey))
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** Ends the session here, because any call may be the first that finds it ended. */
export function expireSession(client: QueryClient): void {
  if (client.getQueryData(currentUserQuery.queryKey)) hasExpired.set(true);
  lacksCode.set(false);
  rememberMember(false);
  client.setQueryData(currentUserQuery.queryKey, null);
}

/** Deletes the user's data from this device too, because phones are shared. */
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

/**
 * Ends the session here if the server has ended it. Unsent messages are not deleted, because the user did not agree to
 * lose them.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) endSession(client);
}

function clearCaches(client: QueryClient): void {
  // A failure is ignored, because the server also stops pushing when the session ends.
  void endPush().catch(() => undefined);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
}

const key = 'upaj-member';

/**
 * This is only a hint. It lets the first list load in parallel with the session check, and saves guests a call that
 * would be refused.
 */
export function isProbablyMember(): boolean {
  return deviceTexts.read(key) !== undefined;
}

function rememberMember(isMember: boolean): void {
  if (!isMember) deviceTexts.write(key, undefined);
  // public/theme.js compares it, so that Back does not restore a page of an earlier session.
  else if (!isProbablyMember()) deviceTexts.write(key, String(Date.now()));
}
