import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  type Selectable,
} from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Message } from '@upaj/contract/chat/messages';
import { pairOf } from '#src/chat/conversations/rows.ts';
import type { PersonId } from '#src/people/access.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { ChatParts } from '#src/chat/rows.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement, type ParametersOf } from '#src/platform/db/statement.ts';
import { isoTime, todayInIndia } from '#src/platform/db/times.ts';
import { v7 as uuidv7 } from 'uuid';
import type { StoredImage } from '#src/platform/media/images.ts';
import { canSeePost, canSeeWanted } from '#src/trade/access.ts';

/** A message can be about a post or a wanted post. Each reader sees the card of what they may see. */
export interface About {
  postId: string | null;
  wantedId: string | null;
}

export interface NewMessage extends About {
  id: string;
  clientId: string;
  senderId: string;
  receiverId: string;
  text: string;
  images: StoredImage[];
  newConversationId: string;
  sentAt?: Date | undefined;
}

export interface StoredMessage {
  message: Message;
  /** True for the cards that the receiver may see. */
  forReceiver: { post: boolean; wanted: boolean };
}

const eb = expressionBuilder<DB, 'messages' | 'conversations'>();

const attachedPost = eb.selectFrom('posts').whereRef('posts.id', '=', 'messages.post_id');
const attachedWanted = eb
  .selectFrom('wanted_posts as wanted')
  .whereRef('wanted.id', '=', 'messages.wanted_id');

const postCard = (viewerId: PersonId) =>
  attachedPost.where(canSeePost(viewerId)).select((of) =>
    jsonBuildObject({
      _id: of.ref('posts.id'),
      authorId: of.ref('posts.author_id'),
      title: of.ref('posts.title'),
      price: of.ref('posts.price'),
      priceUnit: of.ref('posts.price_unit'),
      image: sql<string>`posts.images -> 0 ->> 'url'`,
      isAvailable: of.ref('posts.is_available'),
    }).as('card'),
  );

const wantedCard = (viewerId: PersonId) =>
  attachedWanted.where(canSeeWanted(viewerId)).select((of) =>
    jsonBuildObject({
      _id: of.ref('wanted.id'),
      cropType: of.ref('wanted.crop_type'),
      quantity: of.ref('wanted.quantity'),
      unit: of.ref('wanted.unit'),
      maxPrice: of.ref('wanted.max_price'),
      priceUnit: of.ref('wanted.price_unit'),
      isOpen: of.ref('wanted.is_open'),
      isEnded: of('wanted.end_date', '<', todayInIndia),
    }).as('card'),
  );

const receiver = sql.ref('messages.receiver_id');
export const forReceiver = jsonBuildObject({
  post: eb.exists(attachedPost.where(canSeePost(receiver)).select('posts.id')),
  wanted: eb.exists(attachedWanted.where(canSeeWanted(receiver)).select('wanted.id')),
}).$castTo<StoredMessage['forReceiver']>();

type MessageFields = Pick<ChatParts, 'messageFields'>;

export function messageJson(
  viewerId: PersonId,
  isSeen: Expression<unknown>,
  { messageFields }: MessageFields,
) {
  return jsonBuildObject({
    _id: eb.ref('messages.id'),
    clientId: eb.ref('messages.client_id'),
    senderId: eb.ref('messages.sender_id'),
    receiverId: eb.ref('messages.receiver_id'),
    number: eb.ref('messages.number'),
    text: eb.ref('messages.text'),
    images: sql`jsonb_path_query_array(messages.images, '$[*].url')`,
    imageInfo: eb.ref('messages.images'),
    post: postCard(viewerId),
    wanted: wantedCard(viewerId),
    ...messageFields,
    createdAt: isoTime('messages.created_at'),
    isRead: isSeen,
  }).$castTo<Message>();
}

interface NewConversation {
  /** The id of the conversation, used only if the message is the first of the two. */
  id: string;
  senderId: string;
  receiverId: string;
  sentAt: Date | undefined;
  /** Only texts and photos count as written: someone who only declines has not written to the other. */
  isWritten: boolean;
}

function conversationValues({ id, senderId, receiverId, sentAt, isWritten }: NewConversation) {
  const isFromLow = senderId < receiverId;
  return {
    conversationId: id,
    ...pairOf(senderId, receiverId),
    last_at: sentAt ?? null,
    low_wrote: isWritten && isFromLow,
    high_wrote: isWritten && !isFromLow,
    low_unseen: isFromLow ? 0 : 1,
    high_unseen: isFromLow ? 1 : 0,
  };
}

type ConversationValues = ReturnType<typeof conversationValues>;

/** Adds the conversation of a message or, if there is one, counts the message in it. */
function withConversation(db: QueryCreator<DB>, values: ParametersOf<ConversationValues>) {
  return db.with('conversation', (query) =>
    query
      .insertInto('conversations')
      .values((of) => ({
        id: values.conversationId,
        low_id: values.low_id,
        high_id: values.high_id,
        last_number: 1,
        last_at: of.fn.coalesce(values.last_at, sql<Date>`clock_timestamp()`),
        low_wrote: values.low_wrote,
        high_wrote: values.high_wrote,
        low_unseen: values.low_unseen,
        high_unseen: values.high_unseen,
      }))
      .onConflict((conflict) =>
        conflict.columns(['low_id', 'high_id']).doUpdateSet((of) => ({
          last_number: of('conversations.last_number', '+', 1),
          last_at: of.fn<Date>('greatest', ['conversations.last_at', 'excluded.last_at']),
          low_wrote: of
            .or([of.ref('conversations.low_wrote'), of.ref('excluded.low_wrote')])
            .$castTo<boolean>(),
          high_wrote: of
            .or([of.ref('conversations.high_wrote'), of.ref('excluded.high_wrote')])
            .$castTo<boolean>(),
          low_unseen: of('conversations.low_unseen', '+', of.ref('excluded.low_unseen')),
          high_unseen: of('conversations.high_unseen', '+', of.ref('excluded.high_unseen')),
        })),
      )
      .returning(['conversations.id', 'last_number', 'last_at', 'low_wrote', 'high_wrote']),
  );
}

type WithConversation = DB & {
  conversation: Pick<Selectable<DB['conversations']>, 'id' | 'last_number' | 'last_at'>;
};

/** Returns the columns that a message gets from its conversation. */
function placeIn(of: ExpressionBuilder<WithConversation, 'messages'>) {
  const conversation = of.selectFrom('conversation');
  return {
    conversation_id: conversation.select('conversation.id').$asScalar().$notNull(),
    number: conversation.select('conversation.last_number').$asScalar().$notNull(),
    created_at: conversation.select('conversation.last_at').$asScalar().$notNull(),
  };
}

type MessageValues = Pick<NewMessage, 'id' | 'clientId' | 'senderId' | 'receiverId' | 'text' | keyof About> &
  ConversationValues & { imagesJson: string };

/** Makes the function that adds a message, and also the conversation if it is the first message of two people. */
export function insertMessage(parts: MessageFields) {
  const insert = statement<MessageValues>()((db, parameters) => {
    const { id, clientId, senderId, receiverId, text, imagesJson, postId, wantedId } = parameters;
    return withConversation(db, parameters)
      .with('messages', (query) =>
        query
          .insertInto('messages')
          .values((of) => ({
            id,
            client_id: clientId,
            ...placeIn(of),
            sender_id: senderId,
            receiver_id: receiverId,
            text,
            images: imagesJson,
            post_id: postId,
            wanted_id: wantedId,
          }))
          .returningAll(),
      )
      .selectFrom(['messages', 'conversation'])
      .select((of) => [
        messageJson(senderId, of.lit(false), parts).as('message'),
        forReceiver.as('forReceiver'),
        'conversation.id as conversationId',
        of
          .and([of.ref('conversation.low_wrote'), of.ref('conversation.high_wrote')])
          .$castTo<boolean>()
          .as('isMutual'),
      ]);
  });
  return (trx: Transaction, { newConversationId, sentAt, images, ...message }: NewMessage) =>
    insert.executeTakeFirstOrThrow(trx, {
      ...message,
      ...conversationValues({ ...message, id: newConversationId, sentAt, isWritten: true }),
      imagesJson: JSON.stringify(images),
    });
}

/** A message without words or photos: it carries what another domain stores in `columns`. */
export interface PartMessage<Column extends keyof DB['messages']> {
  id: string;
  senderId: string;
  receiverId: string;
  at: Date;
  columns: Pick<Selectable<DB['messages']>, Column>;
}

export interface StoredPartMessage {
  _id: string;
  clientId: string;
  number: number;
  createdAt: string;
}

/**
 * Makes the function that adds the messages of another domain, which stores in these columns, and the conversation of the
 * two if it is their first.
 */
export function addPartMessage<Column extends keyof DB['messages']>(...columns: Column[]) {
  type Values = Omit<PartMessage<Column>, 'at' | 'columns'> &
    ConversationValues &
    PartMessage<Column>['columns'];
  const insert = statement<Values>()((db, parameters) => {
    const { id, senderId, receiverId } = parameters;
    const stored = Object.fromEntries(columns.map((column) => [column, parameters[column as keyof Values]]));
    return withConversation(db, parameters)
      .insertInto('messages')
      .values((of) => ({
        id,
        client_id: id,
        ...placeIn(of),
        sender_id: senderId,
        receiver_id: receiverId,
        text: '',
        ...stored,
      }))
      .returning(['id as _id', 'client_id as clientId', 'number', isoTime('created_at').as('createdAt')]);
  });
  return (
    trx: Transaction,
    { at, columns: stored, ...message }: PartMessage<Column>,
  ): Promise<StoredPartMessage> => {
    const id = uuidv7({ msecs: at.getTime() });
    const conversation = conversationValues({ ...message, id, sentAt: at, isWritten: false });
    return insert.executeTakeFirstOrThrow(trx, { ...message, ...conversation, ...stored });
  };
}

/**
 * Locks the conversations of the messages, so that no message is read meanwhile. @returns the ids of those that are
 * read
 */
export async function lockReadMessages(trx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const messages = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'number', 'receiver_id', 'low_id', 'low_read', 'high_read'])
    .where('messages.id', 'in', ids)
    .orderBy('conversations.id')
    .forShare('conversations')
    .execute();
  const isRead = (message: (typeof messages)[number]) =>
    message.number <= (message.receiver_id === message.low_id ? message.low_read : message.high_read);
  return new Set(messages.filter(isRead).map(({ id }) => id));
}
