import { caseParamsSchema } from '@upaj/contract/moderation/cases';
import { invalidField } from '#src/platform/http/errors.ts';
import { fileRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { VerificationService } from './service.ts';

export function verificationRoutes(verification: VerificationService): Route[] {
  return [
    memberRoute('GET /api/v1/verification', async ({ viewer }) => ({
      message: 'Your badge',
      data: await verification.findOwn(viewer.id),
    })),

    memberRoute('POST /api/v1/verification', async ({ body, files: [photo], viewer }) => {
      if (!photo) throw invalidField('photo', 'photoRequired');
      await verification.ask(viewer.id, body, photo.path);
      return {
        statusCode: 201,
        message: 'Your request was sent',
        data: await verification.findOwn(viewer.id),
      };
    }),

    memberRoute('DELETE /api/v1/verification', async ({ viewer }) => {
      await verification.withdraw(viewer.id);
      return { message: 'Your request was withdrawn', data: await verification.findOwn(viewer.id) };
    }),

    fileRoute(
      '/api/v1/moderation/cases/:caseId/photo',
      { access: 'moderator', params: caseParamsSchema, exposeHeadRoute: false },
      async ({ params: { caseId }, viewer }) => {
        const photo = await verification.openPhoto(caseId, viewer);
        return {
          type: 'image/webp',
          headers: { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' },
          body: () => photo,
        };
      },
    ),
  ];
}
