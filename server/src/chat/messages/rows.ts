import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#src/platform/db/connect.ts';
import { isoTime } from '#src/platform/db/times.ts';

export interface OfferMessage {
  offerId: string;
  version: number;
  senderId: string;
  receiverId: string;
  at: Date;
}

export interface StoredOfferMessage {
  _id: string;
  clientId: string;
  number: number;
  createdAt: string;
}

/**
 * Adds the message of a change of an offer in the transaction of the change, and their conversation if it is their first. It does
 * not count as written: declining an offer is no conversation.
 */
export function addOfferMessage(
  trx: Database,
  { offerId, version, senderId, receiverId, at }: OfferMessage,
): Promise<StoredOfferMessage> {
  const isFromLow = senderId < receiverId;
  const [lowId, highId] = isFromLow ? [senderId, receiverId] : [receiverId, senderId];
  const [toLow, toHigh] = isFromLow ? [0, 1] : [1, 0];
  const newId = () => uuidv7({ msecs: at.getTime() });
  const id = newId();
  return trx
    .with('conversation', (query) =>
      query
        .insertInto('conversations')
        .values({
          id: newId(),
          low_id: lowId,
          high_id: highId,
          last_number: 1,
          last_at: at,
          low_wrote: false,
          high_wrote: false,
          low_unseen: toLow,
          high_unseen: toHigh,
        })
        .onConflict((conflict) =>
          conflict.columns(['low_id', 'high_id']).doUpdateSet((eb) => ({
            last_number: eb('conversations.last_number', '+', 1),
            last_at: eb.fn('greatest', ['conversations.last_at', 'excluded.last_at']),
            low_unseen: eb('conversations.low_unseen', '+', toLow),
            high_unseen: eb('conversations.high_unseen', '+', toHigh),
          })),
        )
        .returning(['conversations.id', 'last_number', 'last_at']),
    )
    .insertInto('messages')
    .columns([
      'conversation_id',
      'number',
      'id',
      'client_id',
      'sender_id',
      'receiver_id',
      'text',
      'offer_id',
      'offer_version',
      'created_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('conversation')
        .select((of) => [
          'conversation.id as conversation_id',
          'conversation.last_number as number',
          of.cast<string>(of.val(id), 'uuid').as('id'),
          of.cast<string>(of.val(id), 'uuid').as('client_id'),
          of.cast<string>(of.val(senderId), 'uuid').as('sender_id'),
          of.cast<string>(of.val(receiverId), 'uuid').as('receiver_id'),
          of.val('').as('text'),
          of.cast<string>(of.val(offerId), 'uuid').as('offer_id'),
          of.cast<number>(of.val(version), 'integer').as('offer_version'),
          'conversation.last_at as created_at',
        ]),
    )
    .returning(['id as _id', 'client_id as clientId', 'number', isoTime('created_at').as('createdAt')])
    .executeTakeFirstOrThrow();
}

/** Locks the conversations of these messages: none of the others is read meanwhile. @returns those that are read */
export async function lockReadMessages(trx: Database, ids: readonly string[]): Promise<Set<string>> {
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
