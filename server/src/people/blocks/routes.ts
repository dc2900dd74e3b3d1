import { jsonResult, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { BlocksService } from './service.ts';

export function blocksRoutes(blocks: BlocksService): Route[] {
  return [
    memberRoute('GET /api/v1/blocks', async ({ query, viewer }) => {
      const { data, page } = await blocks.findPage(viewer.id, query);
      return jsonResult(200, 'Blocked people', data, page);
    }),

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
