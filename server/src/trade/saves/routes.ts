import { listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { SavesService } from './service.ts';

export function savesRoutes(saves: SavesService): Route[] {
  return [
    listRoute('GET /api/v1/users/saved-posts', async ({ query, viewer }) => ({
      message: 'Saved posts',
      ...(await saves.findSaved(viewer, query)),
    })),

    memberRoute('PUT /api/v1/post/:postId/save', async ({ params: { postId }, viewer }) => ({
      message: 'Post saved',
      data: await saves.save(viewer.id, postId),
    })),

    memberRoute('DELETE /api/v1/post/:postId/save', async ({ params: { postId }, viewer }) => ({
      message: 'Post no longer saved',
      data: await saves.unsave(viewer.id, postId),
    })),
  ];
}
