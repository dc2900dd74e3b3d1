import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ReviewsService } from './service.ts';

export function reviewsRoutes(reviews: ReviewsService, rateLimit: MakeRateLimit): Route[] {
  const changes = rateLimit('reviews', 30, 60);

  return [
    memberRoute('GET /api/v1/reviews/:username', async ({ params, query, viewer }) => ({
      message: 'Reviews',
      ...(await reviews.findPage(params.username, viewer.id, query)),
    })),

    memberRoute('GET /api/v1/reviews/:username/mine', async ({ params, viewer }) => ({
      message: 'Your review',
      data: await reviews.findOwn(params.username, viewer.id),
    })),

    memberRoute('POST /api/v1/reviews/:username', async ({ params, body, viewer }) => {
      await changes.take(viewer.id);
      const data = await reviews.saveReview(params.username, viewer.id, body);
      return { message: 'Review saved', data };
    }),

    memberRoute('DELETE /api/v1/reviews/:username', async ({ params, viewer }) => {
      await changes.take(viewer.id);
      await reviews.deleteReview(params.username, viewer.id);
      return { message: 'Review deleted', data: null };
    }),

    memberRoute('POST /api/v1/review/:reviewId/answer', async ({ params, body, viewer }) => ({
      message: 'Reply saved',
      data: await reviews.addAnswer(params.reviewId, viewer.id, body.text),
    })),
  ];
}
