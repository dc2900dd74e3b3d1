import { listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import type { WantedService } from './service.ts';

export function wantedRoutes(wanted: WantedService): Route[] {
  return [
    listRoute('GET /api/v1/wanted', async ({ query, viewer }) => ({
      message: 'Wanted posts',
      ...(await wanted.findPage(query, viewer)),
    })),

    memberRoute('GET /api/v1/wanted/:wantedId', async ({ params: { wantedId }, viewer }) => ({
      message: 'Wanted post',
      data: await wanted.findOne(wantedId, viewer),
    })),

    memberRoute('POST /api/v1/wanted', async ({ body, viewer }) => {
      const id = await wanted.add(body, viewer.id);
      return { statusCode: 201, message: 'Wanted post created', data: await wanted.findOne(id, viewer) };
    }),

    memberRoute('PATCH /api/v1/wanted/:wantedId', async ({ params: { wantedId }, body, viewer }) => {
      await wanted.edit(wantedId, body, viewer.id);
      return { message: 'Wanted post updated', data: await wanted.findOne(wantedId, viewer) };
    }),

    memberRoute('DELETE /api/v1/wanted/:wantedId', async ({ params: { wantedId }, viewer }) => {
      await wanted.remove(wantedId, viewer.id);
      return { message: 'Wanted post deleted', data: null };
    }),
  ];
}
