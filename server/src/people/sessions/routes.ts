import type { FastifyRequest } from 'fastify';
import { anyMemberRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { SessionsService } from './service.ts';

interface SessionsRoutesDeps {
  sessions: SessionsService;
  tokenOf(request: FastifyRequest): string | undefined;
}

export function sessionsRoutes({ sessions, tokenOf }: SessionsRoutesDeps): Route[] {
  return [
    anyMemberRoute('GET /api/v1/users/sessions', async ({ viewer, request }) => ({
      message: 'Where you are logged in',
      data: await sessions.findLogins(viewer.id, tokenOf(request)),
    })),

    anyMemberRoute('DELETE /api/v1/users/sessions', async ({ viewer, request }) => {
      await sessions.endOthers(viewer.id, tokenOf(request));
      logSecurity(request.log, 'other-sessions-ended', { userId: viewer.id });
      return { message: 'All other devices are logged out', data: null };
    }),

    anyMemberRoute('DELETE /api/v1/users/sessions/:sessionId', async ({ params, viewer, request }) => {
      await sessions.endOne(viewer.id, params.sessionId);
      logSecurity(request.log, 'session-ended', { userId: viewer.id, sessionId: params.sessionId });
      return { message: 'Device logged out', data: null };
    }),
  ];
}
