import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { isApiError, isUnreachableError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { sessionEnded } from '#people/events.ts';
import { endPush } from '#notify/notifications/push-subscription.ts';

/** Who is logged in, or null. */
export const currentUserQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      const { user } = (await api('GET /api/v1/users/current-user', { signal })).data;
      rememberMember(true);
      return user;
    } catch (error) {
      if (!isApiError(error, 'NOT_LOGGED_IN')) throw error;
      rememberMember(false);
      return null;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
});

export interface Session {
  user: Account | null;
  isLoading: boolean;
}

export function useSession(): Session {
  const { data, isPending, error } = useQuery(currentUserQuery);
  // Without an answer nobody knows who is there: that is no reason to ask somebody to log in.
  return { user: data ?? null, isLoading: isPending || (data === undefined && isUnreachableError(error)) };
}

/** The logged-in user, on screens that only they reach. */
export function useUser(): Account | null {
  return useSession().user;
}

let left = false;

/** Whether the last session of this tab was ended by a log-out, and not found to be over. */
export function hasLeft(): boolean {
  return left;
}

/** After a log-in or a registration. */
export function enterSession(client: QueryClient, user: Account): void {
  left = false;
  rememberMember(true);
  forget(client);
  client.setQueryData(currentUserQuery.queryKey, user);
}

/** After a log-out: nothing that one person saw or wrote is left for the next one at the same phone. */
export function leaveSession(client: QueryClient): void {
  endSession(client, client.getQueryData(currentUserQuery.queryKey)?._id);
}

function endSession(client: QueryClient, userId?: string): void {
  left = true;
  rememberMember(false);
  client.setQueryData(currentUserQuery.queryKey, null);
  forget(client);
  sessionEnded.publish(userId);
}

/**
 * Asks again who is there, after something that may have ended the session of this browser. Unsent messages stay then:
 * nobody asked their writer.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) endSession(client);
}

function forget(client: QueryClient): void {
  // Where it fails, the server has stopped pushing all the same: it pushes as long as the session lasts.
  void endPush().catch(() => undefined);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
}

const key = 'upaj-member';

/**
 * Whether this browser was logged in when it was last asked. Only a hint: it lets the first list be fetched while
 * the session is still being asked for, and spares a guest's browser a call that would be refused.
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
