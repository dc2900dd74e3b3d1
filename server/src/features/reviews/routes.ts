import { answer, memberRoute, type Route } from '#src/http/route.ts';
import type { ReviewsService } from './service.ts';

export function reviewsRoutes(reviews: ReviewsService): Route[] {
  return [
    memberRoute('GET /api/v1/reviews/:username', async ({ params, query, viewer }) => {
      const { data, page } = await reviews.findPage(params.username, viewer.id, query);
      return answer(200, 'Reviews', data, page);
    }),

    memberRoute('GET /api/v1/reviews/:username/mine', async ({ params, viewer }) =>
      answer(200, 'Your review', await reviews.findOwn(params.username, viewer.id)),
    ),

    memberRoute('POST /api/v1/reviews/:username', async ({ params, body, viewer }) =>
      answer(200, 'Review saved', await reviews.saveReview(params.username, viewer.id, body)),
    ),

    memberRoute('DELETE /api/v1/reviews/:username', async ({ params, viewer }) => {
      await reviews.deleteReview(params.username, viewer.id);
      return { message: 'Review deleted', data: null };
    }),

    memberRoute('POST /api/v1/review/:reviewId/answer', async ({ params, body, viewer }) =>
      answer(200, 'Answer saved', await reviews.addAnswer(params.reviewId, viewer.id, body.text)),
    ),
  ];
}
