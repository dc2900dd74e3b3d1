import { expressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { ChatUser } from '@upaj/contract/chat/messages';
import type { ChatParts } from '#src/chat/rows.ts';
import { canMeet, hasBlocked, idOf, isActivePerson, type Condition } from '#src/people/access.ts';
import { cardFields, cautionFields } from '#src/people/rows.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

export type OfflineUser = Omit<ChatUser, 'isOnline'>;

const eb = expressionBuilder<DB, 'conversations' | 'messages' | 'users'>();

/** Returns the columns that find the conversation of two people. */
export function pairOf(oneId: string, otherId: string): { low_id: string; high_id: string } {
  return oneId < otherId ? { low_id: oneId, high_id: otherId } : { low_id: otherId, high_id: oneId };
}

const isLow = (userId: string) => eb('conversations.low_id', '=', idOf(userId));

export const hasSide = (userId: string) =>
  eb.or([isLow(userId), eb('conversations.high_id', '=', idOf(userId))]);

export const otherOf = (userId: string) =>
  eb
    .case()
    .when(isLow(userId))
    .then(eb.ref('conversations.high_id'))
    .else(eb.ref('conversations.low_id'))
    .end();

export const unseenOf = (userId: string) =>
  eb
    .case()
    .when(isLow(userId))
    .then(eb.ref('conversations.low_unseen'))
    .else(eb.ref('conversations.high_unseen'))
    .end();

const receiverRead = eb
  .case()
  .when('messages.receiver_id', '=', eb.ref('conversations.low_id'))
  .then(eb.ref('conversations.low_read'))
  .else(eb.ref('conversations.high_read'))
  .end();

/** The condition that the receiver has read the message. It needs `messages` joined with `conversations`. */
export const isRead: Condition = eb('messages.number', '<=', receiverRead).$castTo<boolean>();

/** Returns the condition that the viewer may write to the user in the row of `users`. */
export const isReachable = (viewerId: string) =>
  eb.and([canMeet(viewerId), eb('users.id', '<>', viewerId)]).$castTo<boolean>();

/** Reads rows of `users`, joined with their conversation with the viewer and its last message, if there is one. */
export const chatUserJson = (viewerId: string, { lastMessageFields }: Pick<ChatParts, 'lastMessageFields'>) =>
  jsonBuildObject({
    ...cardFields,
    ...cautionFields,
    lastSeen: isoTime('users.last_seen_at'),
    isReachable: isReachable(viewerId),
    isBlocked: eb.and([isActivePerson, hasBlocked(viewerId, eb.ref('users.id'))]),
    lastMessage: eb
      .case()
      .when('messages.id', 'is not', null)
      .then(
        jsonBuildObject({
          text: eb.ref('messages.text'),
          hasImages: eb('messages.images', '<>', '[]'),
          ...lastMessageFields,
          isOwn: eb('messages.sender_id', '=', viewerId),
          isRead,
          createdAt: isoTime('messages.created_at'),
        }),
      )
      .end(),
  }).$castTo<OfflineUser>();
