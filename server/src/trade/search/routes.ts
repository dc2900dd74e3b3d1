import { listRoute, type Route } from '#src/platform/http/route.ts';
import type { SearchService } from './service.ts';

export function searchRoutes(search: SearchService): Route[] {
  return [
    listRoute('GET /api/v1/search', async ({ query: { q, ...options }, viewer }) => ({
      message: 'Search',
      data: await search.suggest(q, viewer, options),
    })),
  ];
}
