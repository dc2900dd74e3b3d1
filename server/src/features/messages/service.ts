import type { Message } from '@upaj/contract/chat';
import { limits, photoWidths } from '@upaj/contract/limits';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#src/db/duplicates.ts';
import type { MediaService } from '#src/features/media/service.ts';
import { AppError, invalidField } from '#src/http/errors.ts';
import type { Realtime } from '#src/realtime/realtime.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import type { ListRow, MessagesStore, Partner } from './store.ts';

export interface Draft {
  text: string;
  /** Made by the client: the same one from the same sender is the same message. */
  clientId?: string | undefined;
  postId?: string | undefined;
  /** Photographs: where they lie, or their bytes. */
  pictures?: readonly (string | Buffer)[];
}

export interface PageRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Lists are JSON texts of their items. */
export interface MessagesService {
  findPartner(userId: string, viewerId: string): Promise<Partner>;
  findUsers(
    viewerId: string,
    request: PageRequest & { q?: string | undefined },
  ): Promise<{ users: string[]; nextCursor: string | null }>;
  findUnseen(viewerId: string): Promise<Record<string, number>>;
  /** Oldest first. With `after`, what came after that number; else a page going back from `cursor`. */
  findMessages(
    viewerId: string,
    partner: Partner,
    request: PageRequest & { after?: number | undefined },
  ): Promise<{ messages: string[]; nextCursor: string | null }>;
  /**
   * Stores a message, then tells both people's devices. A repeated one is neither stored nor told again.
   * @returns the message as JSON text. @throws AppError BLOCKED, INVALID_INPUT for its pictures.
   */
  send(senderId: string, partner: Partner, draft: Draft): Promise<string>;
  /** @returns how many of that sender's messages are left unseen. @throws AppError MESSAGE_NOT_FOUND. */
  markRead(readerId: string, messageId: string): Promise<number>;
  /** A partner as JSON text, with whether they are online. */
  present(partner: { id: string; json: string }): string;
}

export function messagesService(
  store: MessagesStore,
  media: MediaService,
  realtime: Realtime,
): MessagesService {
  const present = ({ id, json }: { id: string; json: string }) =>
    `${json.slice(0, -1)},"isOnline":${realtime.isOnline(id)}}`;

  async function keepMessage(senderId: string, partner: Partner, draft: Draft, clientId: string) {
    const { text, postId, pictures = [] } = draft;
    const source = { field: 'images', inputs: pictures, widths: photoWidths };
    return media.keep(source, (images, claim) =>
      store.addMessage(
        {
          id: uuidv7(),
          clientId,
          senderId,
          receiverId: partner.id,
          text,
          images,
          postId: postId ?? null,
        },
        claim,
      ),
    );
  }

  return {
    present,
    findUnseen: (viewerId) => store.findUnseen(viewerId),

    async findPartner(userId, viewerId) {
      const partner = await store.findPartner(userId, viewerId);
      // Strangers who cannot be written to are nobody; with a conversation they stay what they were.
      if (!partner || (!partner.isReachable && !partner.hasConversation))
        throw new AppError('USER_NOT_FOUND');
      return partner;
    },

    async findUsers(viewerId, { cursor, limit = limits.page.size, q: name }) {
      const after = cursor === undefined ? undefined : readListCursor(cursor);
      const rows: ListRow[] = [];
      if (!after || after.isConversation) {
        rows.push(...(await store.findConversations(viewerId, { after, limit, name })));
      }
      if (rows.length <= limit) {
        const from = after?.isConversation ? undefined : after;
        const left = limit - rows.length;
        rows.push(...(await store.findFollowed(viewerId, { after: from, limit: left, name })));
      }
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { users: page.map(present), nextCursor: last ? writeListCursor(last) : null };
    },

    async findMessages(viewerId, partner, { cursor, after, limit = limits.page.size }) {
      const before = cursor === undefined ? undefined : readNumber(cursor);
      const rows = await store.findMessages(viewerId, partner.id, { before, after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const messages = page.map(({ json }) => json);
      return {
        messages: after === undefined ? messages.toReversed() : messages,
        nextCursor: last ? String(last.number) : null,
      };
    },

    async send(senderId, partner, draft) {
      if (!partner.isReachable) throw new AppError('BLOCKED');
      const clientId = draft.clientId ?? uuidv4();
      const earlier = draft.clientId && (await store.findByClientId(senderId, clientId));
      if (earlier) return earlier;
      try {
        const json = await keepMessage(senderId, partner, draft, clientId);
        realtime.acquaint(senderId, partner.id);
        realtime.tell([senderId, partner.id], 'newMessage', JSON.parse(json) as Message);
        return json;
      } catch (error) {
        // The same message arrived twice at once; the one that came second shows the first one's.
        const same = isDuplicate(error) && (await store.findByClientId(senderId, clientId));
        if (same) return same;
        throw error;
      }
    },

    async markRead(readerId, messageId) {
      const read = await store.markRead(readerId, messageId);
      if (!read) throw new AppError('MESSAGE_NOT_FOUND');
      const { senderId, upTo, changed, unseen } = read;
      if (changed > 0) realtime.tell([readerId, senderId], 'messageRead', { readerId, senderId, upTo });
      return unseen;
    },
  };
}

function readNumber(cursor: string): number {
  const number = /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined;
  if (number === undefined) throw invalidField('cursor', 'invalid');
  return number;
}
