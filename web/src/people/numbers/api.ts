import type {
  AddAadhaar,
  AddEmail,
  AskForCode,
  LogInByCode,
  PasswordByCode,
  ProveNumber,
} from '@upaj/contract/people/number-codes';
import { api } from '#lib/api.ts';

export const askForLoginCode = (body: AskForCode) => api('POST /api/v1/users/login-code', { body });

export async function logInByCode(body: LogInByCode) {
  return (await api('POST /api/v1/users/login-code/confirm', { body })).data.user;
}

/** Sends a code to a number that the member wants to log in with, or already does. */
export const askForOwnCode = (contact: string) =>
  api('POST /api/v1/users/contact-code', { body: { contact } });

export async function proveNumber(body: ProveNumber) {
  return (await api('POST /api/v1/users/contact-code/confirm', { body })).data.user;
}

export const setPasswordByCode = (body: PasswordByCode) => api('PUT /api/v1/users/password', { body });
export const addEmail = (body: AddEmail) => api('POST /api/v1/users/email', { body });

export async function addAadhaar(body: AddAadhaar) {
  return (await api('POST /api/v1/users/aadhaar', { body })).data.user;
}
