import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { OwnCropsService } from './service.ts';

export function ownCropsRoutes(ownCrops: Pick<OwnCropsService, 'setPinned'>): Route[] {
  return [
    memberRoute('PUT /api/v1/market/pins', async ({ body: { commodity, isPinned }, viewer }) => {
      await ownCrops.setPinned(viewer.id, commodity, isPinned);
      return { message: isPinned ? 'Pinned' : 'Unpinned', data: null };
    }),
  ];
}
