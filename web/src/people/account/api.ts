import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  ChangePassword,
  DeleteAccount,
  ForgotPassword,
  PrivacySettings,
  ResetPassword,
} from '@upaj/contract/people/account';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export const requestReset = (body: ForgotPassword) => api('POST /api/v1/users/forgot-password', { body });
export const resetPassword = (body: ResetPassword) => api('POST /api/v1/users/reset-password', { body });
export const changePassword = (body: ChangePassword) => api('POST /api/v1/users/change-password', { body });
export const sendVerification = () => api('POST /api/v1/users/send-verification');
export const verifyEmail = (token: string) => api('POST /api/v1/users/verify-email', { body: { token } });
export const endOtherSessions = () => api('DELETE /api/v1/users/sessions');
export const endSession = (sessionId: string) =>
  api('DELETE /api/v1/users/sessions/:sessionId', { params: { sessionId } });
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/account/deletion', { signal })).data,
  // A moderator may have decided since the last fetch.
  staleTime: 0,
});
export const deleteAccount = (body: DeleteAccount) => api('DELETE /api/v1/users/account', { body });
export const unblock = (username: string) => api('DELETE /api/v1/blocks/:username', { params: { username } });

export async function savePrivacy(body: PrivacySettings) {
  return (await api('PATCH /api/v1/users/privacy', { body })).data;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/sessions', { signal })).data,
  // Another device may have logged in since the last fetch.
  staleTime: 0,
});

export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocks'],
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/blocks', { query: { cursor: pageParam }, signal }),
  ...paging,
});
