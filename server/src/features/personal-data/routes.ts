import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportPath } from '@upaj/contract/account';
import { AppError } from '#src/http/errors.ts';
import type { MakeRateLimit, RateLimit } from '#src/http/rate-limit.ts';
import { anyMemberRoute, type Route, type Viewer } from '#src/http/route.ts';
import type { PersonalDataService } from './service.ts';

interface PersonalDataRoutesDeps {
  personalData: PersonalDataService;
  /** Makes the browser forget its session. */
  clearCookies(reply: FastifyReply): void;
  /** Counts whatever asks an account for its password again. */
  passwordTries: RateLimit;
}

export function personalDataRoutes(deps: PersonalDataRoutesDeps): Route[] {
  const { personalData, clearCookies, passwordTries } = deps;
  return [
    anyMemberRoute('DELETE /api/v1/users/account', async ({ body, viewer, reply }) => {
      await passwordTries.take(viewer.id);
      await personalData.deleteAccount(viewer.id, body);
      clearCookies(reply);
      return { message: 'Your account is deleted', data: null };
    }),
  ];
}

/** The one call that answers with a file instead of an envelope. */
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
        'cache-control': 'no-store',
      })
      .send(stream);
  });
}
