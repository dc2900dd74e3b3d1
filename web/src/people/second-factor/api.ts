import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { api } from '#lib/api.ts';
import { currentUserQuery } from '#people/users/session.ts';

export async function startSecondFactor(password: string | undefined) {
  const body = password === undefined ? {} : { password };
  return (await api('POST /api/v1/users/totp', { body })).data;
}

export async function confirmCode(code: string): Promise<Account> {
  return (await api('POST /api/v1/users/totp/confirm', { body: { code } })).data.user;
}

export async function endSecondFactor(client: QueryClient, code: string, password: string | undefined) {
  const body = { code, ...(password !== undefined && { password }) };
  await api('DELETE /api/v1/users/totp', { body });
  await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}
