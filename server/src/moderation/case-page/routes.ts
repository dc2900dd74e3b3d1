import { moderatorRoute, type Route } from '#src/platform/http/route.ts';
import type { CasePageService } from './service.ts';

export function casePageRoutes(casePage: CasePageService): Route[] {
  return [
    moderatorRoute('GET /api/v1/moderation/cases/:caseId', async ({ params: { caseId }, viewer }) => ({
      message: 'Case',
      data: await casePage.findPage(caseId, viewer),
    })),
  ];
}
