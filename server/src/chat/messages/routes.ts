import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { Draft, MessagesService } from './service.ts';

export function messagesRoutes(chat: MessagesService, rateLimit: MakeRateLimit): Route[] {
  const pictures = rateLimit('message-pictures', 120, 60);

  async function send(senderId: string, userId: string, draft: Draft) {
    return { newMessage: await chat.send(senderId, userId, draft) };
  }

  return [
    memberRoute('GET /api/v1/messages/users', async ({ query, viewer }) => {
      const { users, nextCursor } = await chat.findUsers(viewer.id, query);
      const unseen = JSON.stringify(await chat.findUnseen(viewer.id));
      return flat(`"users":[${users.join(',')}],"unseenMessages":${unseen},${pageOf(nextCursor)}`);
    }),

    memberRoute('GET /api/v1/messages/unseen', async ({ viewer }) => ({
      unseenMessages: await chat.findUnseen(viewer.id),
    })),

    memberRoute('GET /api/v1/messages/:userId', async ({ params, query, viewer }) => {
      const partner = await chat.findPartner(params.userId, viewer.id);
      const { messages, nextCursor } = await chat.findMessages(viewer.id, partner, query);
      return flat(`"user":${chat.present(partner)},"messages":[${messages.join(',')}],${pageOf(nextCursor)}`);
    }),

    memberRoute('POST /api/v1/messages/send/:userId', ({ params, body, viewer }) =>
      send(viewer.id, params.userId, body),
    ),

    memberRoute(
      'POST /api/v1/messages/send-pictures/:userId',
      ({ params, body, files, viewer }) => {
        const paths = files.map(({ path }) => path);
        return send(viewer.id, params.userId, { ...body, pictures: paths });
      },
      ({ viewer }) => pictures.take(viewer.id),
    ),

    memberRoute('PUT /api/v1/messages/mark/:messageId', async ({ params, viewer }) => ({
      unseen: await chat.markRead(viewer.id, params.messageId),
    })),
  ];
}

/** These responses have no `data`. */
function flat(fields: string): { json: string } {
  return { json: `{"statusCode":200,"success":true,${fields}}` };
}

function pageOf(nextCursor: string | null): string {
  return `"page":{"nextCursor":${JSON.stringify(nextCursor)}}`;
}
