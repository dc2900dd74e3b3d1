import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { OffersService } from './service.ts';

export function offersRoutes(offers: OffersService): Route[] {
  return [
    memberRoute('POST /api/v1/offers', async ({ body, viewer }) => {
      const data = await offers.add(body, viewer.id);
      return { statusCode: 201, message: 'Offer made', data };
    }),

    memberRoute('GET /api/v1/offers', async ({ query, viewer }) => ({
      message: 'Offers',
      ...(await offers.findPage(viewer.id, query)),
    })),

    memberRoute('GET /api/v1/offers/:offerId', async ({ params: { offerId }, viewer }) => ({
      message: 'Offer',
      data: await offers.findOne(offerId, viewer.id),
    })),

    memberRoute('POST /api/v1/offers/:offerId/counter', async ({ params: { offerId }, body, viewer }) => ({
      message: 'Offer countered',
      data: await offers.counter(offerId, body, viewer.id),
    })),

    memberRoute('POST /api/v1/offers/:offerId/accept', async ({ params: { offerId }, body, viewer }) => ({
      message: 'Offer accepted',
      data: await offers.accept(offerId, body, viewer.id),
    })),

    ...(['decline', 'withdraw'] as const).map((action) =>
      memberRoute(
        `POST /api/v1/offers/:offerId/${action}`,
        async ({ params: { offerId }, body, viewer }) => ({
          message: messages[action],
          data: await offers[action](offerId, body.version, viewer.id),
        }),
      ),
    ),
  ];
}

const messages = { decline: 'Offer declined', withdraw: 'Offer withdrawn' };
