import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CompleteAccount } from '@upaj/contract/people/complete-account';
import type { Login, Register } from '@upaj/contract/people/registration';
import type { Provider } from '@upaj/contract/people/social-login';
import { api } from '#lib/api.ts';

/** In ms. The photo takes long to upload on slow connections. */
const registerTimeout = 120_000;

export async function logIn(login: Login) {
  return (await api('POST /api/v1/users/login', { body: login })).data?.user;
}

export async function register(form: Register, avatar: File | undefined) {
  const options = { body: form, files: { avatar }, timeout: registerTimeout };
  return (await api('POST /api/v1/users/register', options)).data.user;
}

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/providers', { signal })).data,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Whether this server sends codes by SMS; undefined while that is not known. */
export function useHasCodes(): boolean | undefined {
  const { data, isError } = useQuery(providersQuery);
  return isError ? false : data && data.mobileNumber === true;
}

/** @returns the provider's address, which leads back to the path `next` */
export async function startLogIn(provider: Provider, next: string) {
  const options = { params: { provider }, body: { next } };
  return (await api('POST /api/v1/users/social/:provider', options)).data.url;
}

export async function completeAccount(form: CompleteAccount) {
  return (await api('POST /api/v1/users/complete', { body: form })).data.user;
}
