import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { SavedSearchesService } from './service.ts';

export function savedSearchesRoutes(searches: SavedSearchesService): Route[] {
  return [
    memberRoute('GET /api/v1/saved-searches', async ({ viewer }) => ({
      message: 'Saved searches',
      data: await searches.findSearches(viewer.id),
    })),

    memberRoute('POST /api/v1/saved-searches', async ({ body, viewer }) => ({
      message: 'Search saved',
      data: await searches.addSearch(viewer, body),
    })),

    memberRoute('DELETE /api/v1/saved-searches/:searchId', async ({ params: { searchId }, viewer }) => {
      await searches.removeSearch(viewer.id, searchId);
      return { message: 'Saved search removed', data: null };
    }),
  ];
}
