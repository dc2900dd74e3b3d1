import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { OffersService } from './service.ts';

export function offersRoutes(offers: OffersService, rateLimit: MakeRateLimit): Route[] {
  const newOffers = rateLimit('offers', 30, 60);
  const responses = rateLimit('offer-responses', 120, 60);

  return [
    memberRoute('POST /api/v1/offers', async ({ body, viewer }) => {
      await newOffers.take(viewer.id);
      return { statusCode: 201, message: 'Offer made', data: await offers.add(body, viewer.id) };
    }),

    memberRoute('GET /api/v1/offers', async ({ query, viewer }) => ({
      message: 'Offers',
      ...(await offers.findPage(viewer.id, query)),
    })),

    memberRoute('GET /api/v1/offers/:offerId', async ({ params: { offerId }, viewer }) => ({
      message: 'Offer',
      data: await offers.findOne(offerId, viewer.id),
    })),

    memberRoute('POST /api/v1/offers/:offerId/counter', async ({ params: { offerId }, body, viewer }) => {
      await responses.take(viewer.id);
      return { message: 'Offer countered', data: await offers.counter(offerId, body, viewer.id) };
    }),

    ...(['accept', 'decline', 'withdraw'] as const).map((action) =>
      memberRoute(`POST /api/v1/offers/:offerId/${action}`, async ({ params: { offerId }, body, viewer }) => {
        await responses.take(viewer.id);
        return { message: messages[action], data: await offers[action](offerId, body.version, viewer.id) };
      }),
    ),
  ];
}

const messages = { accept: 'Offer accepted', decline: 'Offer declined', withdraw: 'Offer withdrawn' };
