import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { DB } from '#src/platform/db/schema.ts';

/** On rows of `restricted_media`: pictures of a message are for its two people. */
export function seesPictureOfMessage(viewerId: string): Expression<SqlBool> {
  const eb = expressionBuilder<DB, 'restricted_media'>();
  const message = eb
    .selectFrom('messages')
    .select('id')
    .whereRef('id', '=', 'restricted_media.message_id')
    .where((of) => of.or([of('sender_id', '=', viewerId), of('receiver_id', '=', viewerId)]));
  return eb.exists(message);
}
