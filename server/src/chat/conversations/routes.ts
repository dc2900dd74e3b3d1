import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { ConversationsService } from './service.ts';

export function conversationsRoutes(conversations: ConversationsService): Route[] {
  return [
    memberRoute('GET /api/v1/messages/users', async ({ query, viewer }) => {
      const { users, nextCursor } = await conversations.findUsers(viewer.id, query);
      const unseenMessages = await conversations.findUnseen(viewer.id);
      return { users, unseenMessages, page: { nextCursor } };
    }),

    memberRoute('GET /api/v1/messages/unseen', async ({ viewer }) => {
      const [unseenMessages, waiting] = await Promise.all([
        conversations.findUnseen(viewer.id),
        conversations.countWaiting(viewer.id),
      ]);
      return { unseenMessages, waiting };
    }),
  ];
}
