import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CaseKind, CaseStatus } from '@upaj/contract/moderation/case-kinds';
import type { CasePage, DecisionForm, UndoForm } from '@upaj/contract/moderation/cases';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { caseKeys } from '#moderation/live.ts';

export interface QueueFilter {
  status?: CaseStatus | undefined;
  kind?: CaseKind | undefined;
}

export function casesQuery({ status, kind }: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: [...caseKeys.lists, status, kind],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/moderation/cases', { query: { status, kind, cursor: pageParam }, signal }),
    ...paging,
  });
}

export function caseQuery(caseId: string) {
  return queryOptions({
    queryKey: caseKeys.one(caseId),
    queryFn: async ({ signal }): Promise<CasePage> =>
      (await api('GET /api/v1/moderation/cases/:caseId', { params: { caseId }, signal })).data,
    // The server records each look at messages, so a case is not read again without need.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
}

function invalidate(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: caseKeys.all });
}

export async function claimCase(client: QueryClient, caseId: string): Promise<void> {
  await api('POST /api/v1/moderation/cases/:caseId/claim', { params: { caseId } });
  invalidate(client);
}

export async function decideCase(client: QueryClient, caseId: string, body: DecisionForm): Promise<void> {
  await api('POST /api/v1/moderation/cases/:caseId/decisions', { params: { caseId }, body });
  invalidate(client);
}

export async function undoDecision(client: QueryClient, decisionId: string, body: UndoForm): Promise<void> {
  await api('POST /api/v1/moderation/decisions/:decisionId/undo', { params: { decisionId }, body });
  invalidate(client);
}
