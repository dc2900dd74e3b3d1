import { listRoute, type Route } from '#src/platform/http/route.ts';
import type { DirectoryService } from './service.ts';

export function directoryRoutes(directory: DirectoryService): Route[] {
  return [
    listRoute('GET /api/v1/people', async ({ query, viewer }) => {
      const { people, nextCursor } = await directory.findPage(viewer.id, query);
      return { message: 'People', data: people, page: { nextCursor } };
    }),
  ];
}
