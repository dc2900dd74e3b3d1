import { listRoute, type Route } from '#src/platform/http/route.ts';
import type { NewsService } from './service.ts';

export function newsRoutes(news: NewsService): Route[] {
  return [
    listRoute('GET /api/v1/market/news', async ({ query }) => ({
      message: 'Market news',
      ...(await news.findPage(query)),
    })),
  ];
}
