import { sql, type RawBuilder } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import { isBlockedBetween, isThere } from '#src/db/people.ts';
import type { KeptImage } from '#src/media/images.ts';

/** The other one of a conversation, and what may be done. */
export interface Partner {
  id: string;
  /** In the contract's shape, as JSON text, without who is online. */
  json: string;
  /** Both accounts are open and neither has blocked the other. */
  isReachable: boolean;
  /** The other one has written to the viewer. */
  hasAnswered: boolean;
  hasConversation: boolean;
}

export interface NewMessage {
  id: string;
  clientId: string;
  senderId: string;
  receiverId: string;
  text: string;
  images: KeptImage[];
  postId: string | null;
}

/** A message as JSON text, from `messages`. A post that has gone or is hidden shows no card. */
const messageJson = sql<string>`json_build_object(
  '_id', messages.id, 'clientId', messages.client_id, 'senderId', messages.sender_id,
  'receiverId', messages.receiver_id, 'number', messages.number, 'text', messages.text,
  'images', jsonb_path_query_array(messages.images, '$[*].url'), 'imageInfo', messages.images,
  'post', (
    select json_build_object('_id', posts.id, 'title', posts.title, 'price', posts.price,
      'priceUnit', posts.price_unit, 'image', posts.images -> 0 ->> 'url', 'isAvailable', posts.is_available)
    from posts where posts.id = messages.post_id and not posts.is_hidden
  ),
  'createdAt', ${isoTime('messages.created_at')}, 'isRead', messages.is_read)::text`;

/** A person as the other one of a conversation, from `users` left joined with `messages` as its last message. */
function partnerJson(viewerId: string): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
    'userType', users.user_type, 'isVerified', users.is_verified, 'lastSeen', ${isoTime('users.last_seen_at')},
    'isReachable', ${isReachable(viewerId)},
    'lastMessage', case when messages.id is not null then json_build_object(
      'text', messages.text, 'hasImages', messages.images <> '[]', 'isOwn', messages.sender_id = ${viewerId},
      'isRead', messages.is_read, 'createdAt', ${isoTime('messages.created_at')}) end)::text`;
}

function isReachable(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isThere} and users.id <> ${viewerId} and not ${isBlockedBetween(viewerId, sql`users.id`)})`;
}

/** The last message of the conversation between the viewer and `users`. */
const lastMessage = (viewerId: string) => sql`left join messages
  on least(messages.sender_id, messages.receiver_id) = least(users.id, ${viewerId}::uuid)
  and greatest(messages.sender_id, messages.receiver_id) = greatest(users.id, ${viewerId}::uuid)
  and messages.number = conversations.last_number`;

const between = (one: string, other: string) => sql<boolean>`
  least(sender_id, receiver_id) = least(${one}::uuid, ${other}::uuid)
  and greatest(sender_id, receiver_id) = greatest(${one}::uuid, ${other}::uuid)`;

/** Where a list of conversations goes on: `at` is a timestamp as PostgreSQL wrote it. */
export interface ListPosition {
  isConversation: boolean;
  at: string;
  id: string;
}

export interface ListRow extends ListPosition {
  json: string;
}

export function messagesStore(db: Database) {
  return {
    /** By id or by username in any letter case; one who was deleted or is suspended is found all the same. */
    async findPartner(idOrUsername: string, viewerId: string): Promise<Partner | undefined> {
      const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(idOrUsername);
      const { rows } = await sql<Partner>`
        select users.id, ${partnerJson(viewerId)} as json, ${isReachable(viewerId)} as "isReachable",
          conversations.user_id is not null as "hasConversation",
          exists (select 1 from messages where sender_id = users.id and receiver_id = ${viewerId}) as "hasAnswered"
        from users
        left join conversations on conversations.user_id = ${viewerId} and conversations.other_id = users.id
        ${lastMessage(viewerId)}
        where ${isId ? sql`users.id = ${idOrUsername}` : sql`lower(users.username) = ${idOrUsername.toLowerCase()}`}
          and users.id <> ${viewerId}`.execute(db);
      return rows[0];
    },

    /** Conversations, latest first; `name` narrows. Rows are one more than `limit` when there are more. */
    async findConversations(
      viewerId: string,
      { after, limit, name }: { after: ListPosition | undefined; limit: number; name: string | undefined },
    ): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (conversations.last_at, conversations.other_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select true as "isConversation", conversations.last_at::text as at, users.id,
          ${partnerJson(viewerId)} as json
        from conversations join users on users.id = conversations.other_id ${lastMessage(viewerId)}
        where conversations.user_id = ${viewerId} ${beyond} ${named(name)}
        order by conversations.last_at desc, conversations.other_id desc limit ${sql.lit(limit + 1)}`.execute(
        db,
      );
      return rows;
    },

    /** People whom the viewer follows and has no conversation with, latest first. */
    async findFollowed(
      viewerId: string,
      { after, limit, name }: { after: ListPosition | undefined; limit: number; name: string | undefined },
    ): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (follows.created_at, follows.followed_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select false as "isConversation", follows.created_at::text as at, users.id,
          ${partnerJson(viewerId)} as json
        from follows join users on users.id = follows.followed_id
        left join conversations on conversations.user_id = ${viewerId} and conversations.other_id = users.id
        left join messages on false
        where follows.follower_id = ${viewerId} and conversations.user_id is null
          and ${isReachable(viewerId)} ${beyond} ${named(name)}
        order by follows.created_at desc, follows.followed_id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findUnseen(viewerId: string): Promise<Record<string, number>> {
      const rows = await db
        .selectFrom('conversations')
        .select(['other_id', 'unseen_count'])
        .where('user_id', '=', viewerId)
        .where('unseen_count', '>', 0)
        .execute();
      return Object.fromEntries(rows.map((row) => [row.other_id, row.unseen_count]));
    },

    /** Messages as JSON text, newest first when going back (`before`), oldest first when catching up (`after`). */
    async findMessages(
      viewerId: string,
      otherId: string,
      { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
    ): Promise<{ number: number; json: string }[]> {
      const isCatchingUp = after !== undefined;
      const from = isCatchingUp
        ? sql`and number > ${after}`
        : before === undefined
          ? sql``
          : sql`and number < ${before}`;
      const { rows } = await sql<{ number: number; json: string }>`
        select number, ${messageJson} as json from messages
        where ${between(viewerId, otherId)} ${from}
        order by number ${isCatchingUp ? sql`asc` : sql`desc`} limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    /** The sender's message with this id of their client's, as JSON text. */
    async findByClientId(senderId: string, clientId: string): Promise<string | undefined> {
      const { rows } = await sql<{ json: string }>`
        select ${messageJson} as json from messages
        where sender_id = ${senderId} and client_id = ${clientId}`.execute(db);
      return rows[0]?.json;
    },

    /**
     * Stores a message and counts it for both sides. Undefined: the two may not meet (any more); nothing is written.
     * @throws the database's error 23505 when the client's id is known: nothing is written then either.
     */
    async addMessage(message: NewMessage, on: Database = db): Promise<string | undefined> {
      const { id, clientId, senderId, receiverId, text, images, postId } = message;
      const { rows } = await sql<{ json: string }>`
        with sides as (
          insert into conversations (user_id, other_id, last_number, last_at, unseen_count)
          select user_id, other_id, 1, clock_timestamp(), unseen from (values
            (${senderId}::uuid, ${receiverId}::uuid, 0), (${receiverId}::uuid, ${senderId}::uuid, 1)
          ) as both_sides (user_id, other_id, unseen)
          where exists (select 1 from users where users.id = ${receiverId} and ${isReachable(senderId)})
          order by user_id
          on conflict (user_id, other_id) do update set last_number = conversations.last_number + 1,
            last_at = excluded.last_at, unseen_count = conversations.unseen_count + excluded.unseen_count
          returning user_id, last_number, last_at
        ), messages as (
          insert into messages
            (id, client_id, sender_id, receiver_id, text, images, post_id, number, created_at)
          select ${id}, ${clientId}, ${senderId}, ${receiverId}, ${text}, ${JSON.stringify(images)}::jsonb,
            (select id from posts where id = ${postId}), sides.last_number, sides.last_at
          from sides where sides.user_id = ${senderId}
          returning *
        )
        select ${messageJson} as json from messages`.execute(on);
      return rows[0]?.json;
    },

    /** The same in a transaction that `claim` joins. */
    async addPictureMessage(
      message: NewMessage,
      claim: (trx: Database) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction().execute(async (trx) => {
        const json = await this.addMessage(message, trx);
        if (json) await claim(trx);
        return json;
      });
    },

    /** Marks a message to the reader and those before it as read. Undefined: the reader was sent no such message. */
    async markRead(
      readerId: string,
      messageId: string,
    ): Promise<{ senderId: string; upTo: number; changed: number; unseen: number } | undefined> {
      const { rows } = await sql<{ senderId: string; upTo: number; changed: number; unseen: number }>`
        with target as (
          select sender_id, number from messages where id = ${messageId} and receiver_id = ${readerId}
        ), side as (
          select conversations.user_id, conversations.other_id, target.number
          from conversations join target on conversations.other_id = target.sender_id
          where conversations.user_id = ${readerId}
          for no key update of conversations
        ), marked as (
          update messages set is_read = true from side
          where messages.receiver_id = side.user_id and messages.sender_id = side.other_id
            and messages.number <= side.number and not messages.is_read
          returning messages.id
        )
        update conversations set unseen_count = unseen_count - (select count(*)::int from marked)
        from side where conversations.user_id = side.user_id and conversations.other_id = side.other_id
        returning side.other_id as "senderId", side.number as "upTo", (select count(*)::int from marked) as changed,
          conversations.unseen_count as unseen`.execute(db);
      return rows[0];
    },

    /** These people are here, or were until now. */
    async markSeen(userIds: readonly string[]): Promise<void> {
      await db
        .updateTable('users')
        .set({ last_seen_at: sql`now()` })
        .where('id', 'in', userIds)
        .execute();
    },

    /** Whom this person talks to or follows; blocked pairs left out. */
    async findWatched(userId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select other_id as id from conversations where user_id = ${userId}
          union select followed_id from follows where follower_id = ${userId}
        ) watched
        where not ${isBlockedBetween(userId, sql`watched.id`)}
        limit ${sql.lit(limits.presence.people)}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

export type MessagesStore = ReturnType<typeof messagesStore>;

function named(name: string | undefined): RawBuilder<unknown> {
  if (!name) return sql``;
  return sql`and users.full_name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`;
}
