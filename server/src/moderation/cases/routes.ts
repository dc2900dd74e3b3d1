import { moderatorRoute, type Route } from '#src/platform/http/route.ts';
import type { CasesService } from './service.ts';

export function casesRoutes(cases: CasesService): Route[] {
  return [
    moderatorRoute('GET /api/v1/moderation/cases', async ({ query, viewer }) => ({
      message: 'Cases',
      ...(await cases.findPage(query, viewer.id)),
    })),

    moderatorRoute('POST /api/v1/moderation/cases/:caseId/claim', async ({ params: { caseId }, viewer }) => ({
      message: 'You work on this case',
      data: await cases.claim(caseId, viewer),
    })),
  ];
}
