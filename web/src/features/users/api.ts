import type { Login, Register } from '@upaj/contract/users';
import { api } from '#lib/api.ts';

// A picture over a village's line takes its time; giving up early would waste all of it.
const registerTimeout = 120_000;

export async function logIn(login: Login) {
  return (await api('POST /api/v1/users/login', { body: login })).data?.user;
}

export async function register(form: Register, avatar: File | undefined) {
  const options = { body: form, files: { avatar }, timeout: registerTimeout };
  return (await api('POST /api/v1/users/register', options)).data.user;
}
