import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { jsonResult, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReviewsService } from './service.ts';

export function reviewsRoutes(reviews: ReviewsService, rateLimit: MakeRateLimit): Route[] {
  const changes = rateLimit('reviews', 30, 60);

  return [
    memberRoute('GET /api/v1/reviews/:username', async ({ params, query, viewer }) => {
      const { data, page } = await reviews.findPage(params.username, viewer.id, query);
      return jsonResult(200, 'Reviews', data, page);
    }),

    memberRoute('GET /api/v1/reviews/:username/mine', async ({ params, viewer }) =>
      jsonResult(200, 'Your review', await reviews.findOwn(params.username, viewer.id)),
    ),

    memberRoute('POST /api/v1/reviews/:username', async ({ params, body, viewer }) => {
      await changes.take(viewer.id);
      return jsonResult(200, 'Review saved', await reviews.saveReview(params.username, viewer.id, body));
    }),

    memberRoute('DELETE /api/v1/reviews/:username', async ({ params, viewer }) => {
      await changes.take(viewer.id);
      await reviews.deleteReview(params.username, viewer.id);
      return { message: 'Review deleted', data: null };
    }),

    memberRoute('POST /api/v1/review/:reviewId/answer', async ({ params, body, viewer }) =>
      jsonResult(200, 'Reply saved', await reviews.addAnswer(params.reviewId, viewer.id, body.text)),
    ),
  ];
}
