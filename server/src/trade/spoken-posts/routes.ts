import { memberRoute, type Route } from '#src/platform/http/route.ts';
import { readSpokenPost } from './read-post.ts';

export function spokenPostsRoutes(): Route[] {
  return [
    memberRoute('POST /api/v1/understand-post', async ({ body: { text, lang } }) => ({
      message: 'Please check what was understood',
      data: readSpokenPost(text, lang),
    })),
  ];
}
