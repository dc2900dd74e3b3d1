import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** With these calls, a person reads a decision about them and appeals against it. */
export type DecisionCalls = ReturnType<typeof ownDecision>;

export function ownDecision(decisionId: string) {
  return {
    query: queryOptions({
      queryKey: ['decisions', decisionId],
      queryFn: async ({ signal }) =>
        (await api('GET /api/v1/appeals/:decisionId', { params: { decisionId }, signal })).data,
    }),
    appeal: async (text: string) => (await api('POST /api/v1/appeals', { body: { decisionId, text } })).data,
  };
}

/** A suspended person cannot log in, so a token replaces the session. */
export function linkedDecision(token: string): DecisionCalls {
  return {
    query: queryOptions({
      queryKey: ['decisions', token],
      queryFn: async ({ signal }) =>
        (await api('POST /api/v1/appeals/link', { body: { token }, signal })).data,
    }),
    appeal: async (text) => (await api('POST /api/v1/appeals/link/send', { body: { token, text } })).data,
  };
}
