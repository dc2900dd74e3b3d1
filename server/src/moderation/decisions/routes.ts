import { moderatorRoute, type Route } from '#src/platform/http/route.ts';
import type { DecisionsService } from './service.ts';

export function decisionsRoutes(decisions: DecisionsService): Route[] {
  return [
    moderatorRoute(
      'POST /api/v1/moderation/cases/:caseId/decisions',
      async ({ params: { caseId }, body, viewer }) => ({
        message: 'Decided',
        data: await decisions.decide(caseId, body, viewer),
      }),
    ),

    moderatorRoute(
      'POST /api/v1/moderation/decisions/:decisionId/undo',
      async ({ params: { decisionId }, body, viewer }) => ({
        message: 'The decision is undone',
        data: await decisions.undo(decisionId, body, viewer),
      }),
    ),
  ];
}
