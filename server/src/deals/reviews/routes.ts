import { listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { FindOrigin } from '#src/people/devices/service.ts';
import type { ReviewsService } from './service.ts';

export function reviewsRoutes(reviews: ReviewsService, findOrigin: FindOrigin): Route[] {
  return [
    listRoute('GET /api/v1/reviews/:username', async ({ params, query, viewer }) => ({
      message: 'Reviews',
      ...(await reviews.findPage(params.username, viewer.id, query)),
    })),

    memberRoute('GET /api/v1/reviews/:username/mine', async ({ params, viewer }) => ({
      message: 'Your review',
      data: await reviews.findOwn(params.username, viewer.id),
    })),

    memberRoute('POST /api/v1/reviews/:username', async ({ params, body, viewer, request }) => {
      const { others } = findOrigin(request);
      const data = await reviews.saveReview(params.username, viewer.id, body, { others });
      return { message: 'Review saved', data };
    }),

    memberRoute('DELETE /api/v1/reviews/:username', async ({ params, viewer }) => {
      await reviews.deleteReview(params.username, viewer.id);
      return { message: 'Review deleted', data: null };
    }),

    memberRoute('POST /api/v1/review/:reviewId/answer', async ({ params, body, viewer }) => ({
      message: 'Reply saved',
      data: await reviews.addAnswer(params.reviewId, viewer.id, body.text),
    })),
  ];
}
