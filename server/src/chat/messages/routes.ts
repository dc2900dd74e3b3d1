import type { ConversationsService } from '#src/chat/conversations/service.ts';
import { memberRoute, type Route, type Viewer } from '#src/platform/http/route.ts';
import type { Draft, MessagesService } from './service.ts';

interface MessagesRoutesDeps {
  chat: MessagesService;
  conversations: ConversationsService;
}

export function messagesRoutes({ chat, conversations }: MessagesRoutesDeps): Route[] {
  async function send(sender: Viewer, userId: string, draft: Draft) {
    return { newMessage: await chat.send(sender.id, userId, draft) };
  }

  return [
    memberRoute('GET /api/v1/messages/:userId', async ({ params, query, viewer }) => {
      const { user } = await conversations.findPartner(params.userId, viewer.id);
      const { nextCursor, ...page } = await chat.findPage(viewer.id, user._id, query);
      const isNewest = query.cursor === undefined && query.after === undefined;
      if (isNewest && query.markSeen !== 'false') await chat.markSeen(viewer.id, page.messages);
      return { user: conversations.withPresence(user), ...page, page: { nextCursor } };
    }),

    memberRoute('POST /api/v1/messages/send/:userId', ({ params, body, viewer }) =>
      send(viewer, params.userId, body),
    ),

    memberRoute('POST /api/v1/messages/send-pictures/:userId', ({ params, body, files, viewer }) => {
      const paths = files.map(({ path }) => path);
      return send(viewer, params.userId, { ...body, photos: paths });
    }),

    memberRoute('PUT /api/v1/messages/mark/:messageId', async ({ params, viewer }) => ({
      unseen: await chat.markRead(viewer.id, params.messageId),
    })),
  ];
}
