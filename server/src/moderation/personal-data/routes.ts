import type { FastifyReply } from 'fastify';
import { exportPath } from '@upaj/contract/people/account';
import { anyMemberRoute, fileRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { PersonalDataService } from './service.ts';

const exports = { name: 'exports', points: 5, minutes: 60, by: 'member' } as const;

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

    anyMemberRoute('GET /api/v1/users/account/deletion', async ({ viewer }) => ({
      message: 'What a deletion of the account leaves',
      data: { retainedUntil: (await personalData.findRetention(viewer.id))?.toJSON() ?? null },
    })),

    fileRoute(exportPath, { access: 'any member', limits: [exports] }, async ({ viewer }) => {
      const { size, stream } = await personalData.exportAll(viewer.id);
      return {
        type: 'application/zip',
        headers: {
          'content-length': size,
          'content-disposition': 'attachment; filename="upaj-my-data.zip"',
        },
        body: () => stream,
      };
    }),
  ];
}
