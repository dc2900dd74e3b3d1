import { memberRoute, publicRoute, type Route } from '#src/platform/http/route.ts';
import type { AppealsService } from './service.ts';

export function appealsRoutes(appeals: AppealsService): Route[] {
  const sent = { statusCode: 201, message: 'Another moderator will read your appeal' };
  return [
    memberRoute('GET /api/v1/appeals/:decisionId', async ({ params: { decisionId }, viewer }) => ({
      message: 'Decision',
      data: await appeals.findOwn(decisionId, viewer.id),
    })),

    memberRoute('POST /api/v1/appeals', async ({ body: { decisionId, text }, viewer }) => ({
      ...sent,
      data: await appeals.add(decisionId, text, viewer.id),
    })),

    publicRoute('POST /api/v1/appeals/link', async ({ body: { token } }) => ({
      message: 'Decision',
      data: await appeals.findByLink(token),
    })),

    publicRoute('POST /api/v1/appeals/link/send', async ({ body: { token, text } }) => ({
      ...sent,
      data: await appeals.addByLink(token, text),
    })),
  ];
}
