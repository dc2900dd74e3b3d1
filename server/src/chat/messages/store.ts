import { CompiledQuery, sql, type Expression } from 'kysely';
import type { Message } from '@upaj/contract/chat/messages';
import { isRead, pairOf } from '#src/chat/conversations/rows.ts';
import { mayMeet } from '#src/people/access.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { statement } from '#src/platform/db/statement.ts';
import type { ChatParts } from '#src/chat/rows.ts';
import { canSeePost, canSeeWanted } from '#src/trade/access.ts';
import { forReceiver, insertMessage, messageJson, type NewMessage, type StoredMessage } from './rows.ts';

export interface TextMessage extends Pick<
  NewMessage,
  'id' | 'clientId' | 'senderId' | 'receiverId' | 'text'
> {
  conversationId: string;
}

export interface Appended {
  number: number;
  createdAt: string;
}

interface Reading {
  senderId: string;
  upTo: number;
  changed: number;
  /** The ids of the parts, such as offers, in the messages that were read now. */
  partIds: string[];
  unseen: number;
}

export interface Conversation {
  id: string;
  receiverId: string;
  isMutual: boolean;
}

interface Pair {
  senderId: string;
  receiverId: string;
}

const lockBoth = statement<Pair>()((db, { senderId, receiverId }) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', [senderId, receiverId])
    .orderBy('users.id')
    .forShare(),
);

const areAllowed = statement<Pair>()((db, { senderId, receiverId }) =>
  db.selectNoFrom(mayMeet(senderId, receiverId).as('areAllowed')),
);

interface MessagesStoreDeps {
  db: Database;
  parts: Pick<ChatParts, 'idColumn' | 'messageFields' | 'findOfPage'>;
}

export function messagesStore({ db, parts }: MessagesStoreDeps) {
  const conversationOf = (viewerId: string, otherId: string) =>
    db
      .selectFrom('conversations')
      .select('conversations.id')
      .where((row) => row.and(pairOf(viewerId, otherId)));

  /** Reads the time of a message as clients know it, in milliseconds. */
  const timeOf = (viewerId: string, otherId: string, number: number | undefined) =>
    number === undefined
      ? undefined
      : db
          .selectFrom('messages')
          .select((of) =>
            of.fn<Date>('date_trunc', [sql.lit('milliseconds'), 'messages.created_at']).as('time'),
          )
          .where('conversation_id', '=', conversationOf(viewerId, otherId))
          .where('number', '=', number)
          .$asScalar();

  const partId = `messages.${parts.idColumn}` as const;

  return {
    async findMessages(
      viewerId: string,
      otherId: string,
      { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
    ): Promise<Message[]> {
      const order = after === undefined ? 'desc' : 'asc';
      // The subquery finds the conversation first: only then does the index return its messages in order.
      const page = db
        .selectFrom('messages')
        .selectAll()
        .where('conversation_id', '=', conversationOf(viewerId, otherId))
        .$if(after !== undefined, (query) => query.where('number', '>', after ?? 0))
        .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
        .orderBy('number', order)
        .limit(limit + 1);
      const rows = await db
        .selectFrom(page.as('messages'))
        .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
        .select(messageJson(viewerId, isRead, parts).as('message'))
        .orderBy('messages.number', order)
        .execute();
      return rows.map(({ message }) => message);
    },

    /**
     * Finds what a later domain shows between two messages: from the one with the number `from` until before the one
     * with `before`.
     */
    findParts: (
      viewerId: string,
      otherId: string,
      { from, before }: { from: number | undefined; before: number | undefined },
    ) =>
      parts.findOfPage(db, viewerId, otherId, {
        from: timeOf(viewerId, otherId, from),
        before: timeOf(viewerId, otherId, before),
      }),

    findByClientId(
      senderId: string,
      receiverId: string,
      clientId: string,
    ): Promise<StoredMessage | undefined> {
      return db
        .selectFrom('messages')
        .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
        .select([messageJson(senderId, isRead, parts).as('message'), forReceiver.as('forReceiver')])
        .where((row) => row.and(pairOf(senderId, receiverId)))
        .where('messages.sender_id', '=', senderId)
        .where('messages.client_id', '=', clientId)
        .executeTakeFirst();
    },

    /** Returns false when the sender may not see the post. */
    async lockPost(trx: Transaction, postId: string, senderId: string): Promise<boolean> {
      const post = await trx
        .selectFrom('posts')
        .select('posts.id')
        .where('posts.id', '=', postId)
        .where(canSeePost(senderId))
        .forKeyShare()
        .executeTakeFirst();
      return post !== undefined;
    },

    async canAttachWanted(trx: Transaction, wantedId: string, senderId: string): Promise<boolean> {
      const wanted = await trx
        .selectFrom('wanted_posts as wanted')
        .select('wanted.id')
        .where('wanted.id', '=', wantedId)
        .where(canSeeWanted(senderId))
        .executeTakeFirst();
      return wanted !== undefined;
    },

    /** Locks both people, so that no block is added meanwhile. @returns whether they may write to each other */
    async lockPeople(trx: Transaction, senderId: string, receiverId: string): Promise<boolean> {
      await lockBoth.execute(trx, { senderId, receiverId });
      const row = await areAllowed.executeTakeFirst(trx, { senderId, receiverId });
      return row?.areAllowed === true;
    },

    /** @throws database error 23505 when the client id is known */
    addMessage: insertMessage(parts),

    /**
     * Returns undefined for messages of closed conversations. Writes all others, or none if it throws.
     * @throws database error 23505 when a client id is stored already
     */
    async appendMessages(batch: readonly TextMessage[]): Promise<(Appended | undefined)[]> {
      const fields = ['conversationId', 'id', 'clientId', 'senderId', 'receiverId', 'text'] as const;
      const values = fields.map((field) => batch.map((message) => message[field]));
      const { rows } = await db.executeQuery<Appended & { id: string }>(
        CompiledQuery.raw(appendMessages, values),
      );
      const stored = new Map(rows.map(({ id, ...appended }) => [id, appended]));
      return batch.map(({ id }) => stored.get(id));
    },

    /** Marks the messages up to this one as read. Returns undefined when the reader did not receive it. */
    async markRead(readerId: string, messageId: string): Promise<Reading | undefined> {
      const row = await db
        .with('locked', (query) =>
          query
            .selectFrom('messages')
            .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
            .where('messages.id', '=', messageId)
            .where('messages.receiver_id', '=', readerId)
            .select((of) => [
              'conversations.id',
              'messages.number',
              'messages.sender_id',
              of('conversations.low_id', '=', readerId).$castTo<boolean>().as('is_low'),
              'conversations.low_read',
              'conversations.high_read',
            ])
            .forNoKeyUpdate('conversations'),
        )
        .with('newly', (query) =>
          query
            .selectFrom('locked')
            .innerJoin('messages', (join) =>
              join
                .onRef('messages.conversation_id', '=', 'locked.id')
                .onRef('messages.number', '<=', 'locked.number')
                .on('messages.receiver_id', '=', readerId)
                .on((of) =>
                  of(
                    'messages.number',
                    '>',
                    of
                      .case()
                      .when(of.ref('locked.is_low'))
                      .then(of.ref('locked.low_read'))
                      .else(of.ref('locked.high_read'))
                      .end(),
                  ),
                ),
            )
            .select((of) => [
              of.cast<number>(of.fn.count('messages.number'), 'integer').as('count'),
              of.fn
                .coalesce(of.fn.jsonAgg(partId).distinct().filterWhere(partId, 'is not', null), sql`'[]'`)
                .$castTo<string[]>()
                .as('part_ids'),
            ]),
        )
        .updateTable('conversations')
        .from(['locked', 'newly'])
        .whereRef('conversations.id', '=', 'locked.id')
        .set((of) => {
          const ifLow = (low: Expression<number>, high: Expression<number>) =>
            of.case().when(of.ref('locked.is_low')).then(low).else(high).end();
          const none = of.lit(0);
          const read = of.ref('locked.number');
          return {
            low_read: of.fn<number>('greatest', ['conversations.low_read', ifLow(read, none)]),
            high_read: of.fn<number>('greatest', ['conversations.high_read', ifLow(none, read)]),
            low_unseen: of('low_unseen', '-', ifLow(of.ref('newly.count'), none)),
            high_unseen: of('high_unseen', '-', ifLow(none, of.ref('newly.count'))),
          };
        })
        .returning((of) => [
          'locked.sender_id as senderId',
          'locked.number as upTo',
          'newly.count as changed',
          'newly.part_ids as partIds',
          of
            .case()
            .when(of.ref('locked.is_low'))
            .then(of.ref('low_unseen'))
            .else(of.ref('high_unseen'))
            .end()
            .as('unseen'),
        ])
        .executeTakeFirst();
      return row;
    },
  };
}

export type MessagesStore = ReturnType<typeof messagesStore>;

/**
 * The text is constant, so that PostgreSQL prepares it once. It locks conversations in the order of ids, to avoid
 * deadlocks.
 */
const appendMessages = `
  with incoming as (
    select *, sender_id < receiver_id as is_from_low, row_number() over (partition by conversation_id order by place) as nth
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[]) with ordinality
      as incoming (conversation_id, id, client_id, sender_id, receiver_id, text, place)
  ), locked as (
    select id from conversations where id in (select conversation_id from incoming) and not is_closed
    order by id for no key update
  ), counted as (
    select conversation_id, count(*)::int as messages, (count(*) filter (where is_from_low))::int as from_low
    from incoming group by conversation_id
  ), conversation as (
    update conversations set last_number = last_number + messages, last_at = greatest(last_at, clock_timestamp()),
      low_unseen = low_unseen + messages - from_low, high_unseen = high_unseen + from_low
    from locked join counted on counted.conversation_id = locked.id
    where conversations.id = locked.id
    returning conversations.id, last_number - messages as number_before, last_at
  )
  insert into messages (conversation_id, number, id, client_id, sender_id, receiver_id, text, created_at)
  select conversation_id, number_before + nth, incoming.id, client_id, sender_id, receiver_id, text, last_at
  from incoming join conversation on conversation.id = conversation_id
  returning id, number, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
