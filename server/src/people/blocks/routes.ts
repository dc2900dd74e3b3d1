import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { BlocksService } from './service.ts';

export function blocksRoutes(blocks: BlocksService): Route[] {
  return [
    memberRoute('GET /api/v1/blocks', async ({ query, viewer }) => ({
      message: 'Blocked people',
      ...(await blocks.findPage(viewer.id, query)),
    })),

    memberRoute('POST /api/v1/blocks/:username', async ({ params, viewer }) => {
      await blocks.block(viewer.id, params.username);
      return { message: 'User blocked', data: { isBlocked: true } };
    }),

    memberRoute('DELETE /api/v1/blocks/:username', async ({ params, viewer }) => {
      await blocks.unblock(viewer.id, params.username);
      return { message: 'User unblocked', data: { isBlocked: false } };
    }),
  ];
}
