import { listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
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

    listRoute('GET /api/v1/follow/followers/:username', async ({ params, query, viewer }) => ({
      message: 'Followers',
      ...(await follows.findPage('followers', params.username, query, viewer.id)),
    })),

    listRoute('GET /api/v1/follow/following/:username', async ({ params, query, viewer }) => ({
      message: 'Following',
      ...(await follows.findPage('following', params.username, query, viewer.id)),
    })),
  ];
}
