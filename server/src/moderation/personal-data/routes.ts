import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportPath } from '@upaj/contract/people/account';
import { AppError } from '#src/platform/http/errors.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { anyMemberRoute, type Route, type Viewer } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { PersonalDataService } from './service.ts';

interface PersonalDataRoutesDeps {
  personalData: PersonalDataService;
  clearCookies(reply: FastifyReply): void;
}

export function personalDataRoutes(deps: PersonalDataRoutesDeps): Route[] {
  const { personalData, clearCookies } = deps;
  return [
    anyMemberRoute('DELETE /api/v1/users/account', async ({ body, viewer, request, reply }) => {
      await personalData.deleteAccount(viewer.id, body);
      logSecurity(request.log, 'account-deleted', { userId: viewer.id });
      clearCookies(reply);
      return { message: 'Your account has been deleted', data: null };
    }),
  ];
}

export function addExport(
  app: FastifyInstance,
  personalData: PersonalDataService,
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>,
  rateLimit: MakeRateLimit,
): void {
  const exportsOfAccount = rateLimit('exports', 5, 60);
  app.get(exportPath, { schema: { hide: true } }, async (request, reply) => {
    const viewer = await findViewer(request);
    if (!viewer) throw new AppError('NOT_LOGGED_IN');
    await exportsOfAccount.take(viewer.id);
    const { size, stream } = await personalData.exportAll(viewer.id);
    return reply
      .type('application/zip')
      .headers({
        'content-length': size,
        'content-disposition': 'attachment; filename="upaj-my-data.zip"',
      })
      .send(stream);
  });
}
