import { memberRoute, type Route } from '#src/http/route.ts';
import type { FollowsService } from './service.ts';

export function followsRoutes(follows: FollowsService): Route[] {
  return [
    memberRoute('POST /api/v1/follow/follow/:username', async ({ params: { username }, viewer }) => ({
      message: 'You are now following this user!',
      data: await follows.follow(viewer.id, username),
    })),

    memberRoute('DELETE /api/v1/follow/unfollow/:username', async ({ params: { username }, viewer }) => ({
      message: 'Unfollowed',
      data: await follows.unfollow(viewer.id, username),
    })),
  ];
}
