import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { AppealsService } from './service.ts';

export function appealsRoutes(appeals: AppealsService): Route[] {
  return [
    memberRoute('GET /api/v1/appeals/:decisionId', async ({ params: { decisionId }, viewer }) => ({
      message: 'Decision',
      data: await appeals.findOwn(decisionId, viewer.id),
    })),

    memberRoute('POST /api/v1/appeals', async ({ body: { decisionId, text }, viewer }) => ({
      statusCode: 201,
      message: 'Another moderator will read your appeal',
      data: await appeals.add(decisionId, text, viewer.id),
    })),
  ];
}
