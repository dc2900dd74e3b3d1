import { limits } from '@upaj/contract/limits';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { SearchService } from './service.ts';

export function searchRoutes(search: SearchService, rateLimit: MakeRateLimit): Route[] {
  const suggestions = rateLimit('suggestions', limits.perMinute.suggestions, 1);

  return [
    memberRoute('GET /api/v1/search', async ({ query: { q, ...options }, viewer }) => {
      await suggestions.take(viewer.id);
      return { message: 'Search', data: await search.suggest(q, viewer, options) };
    }),
  ];
}
