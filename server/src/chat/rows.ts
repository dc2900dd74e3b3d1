import type { Expression } from 'kysely';
import type { ConversationPart, LastMessagePart, MessagePart, Waiting } from '@upaj/contract/chat/messages';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

type Fields<T> = { [Field in keyof T]: Expression<unknown> };

/** A page of a conversation begins at the time `from` and ends before the time `before`. */
export interface PageTimes {
  from: Expression<Date> | undefined;
  before: Expression<Date> | undefined;
}

/**
 * A later domain implements this to show something in the chat, and app.ts passes it in. So the chat carries offers
 * without knowing them.
 */
export interface ChatParts {
  /** The column of `messages` that has the id of what a message carries. */
  idColumn: keyof DB['messages'] & `${string}_id`;
  /** Fields of a message about what it carries, from its row of `messages`. */
  messageFields: Fields<MessagePart>;
  /** The same fields for a message that carries nothing. */
  noPart: MessagePart;
  /** Fields of the last message in the list of conversations, from its row of `messages`. */
  lastMessageFields: Fields<LastMessagePart>;
  findOfPage(db: Database, viewerId: string, otherId: string, times: PageTimes): Promise<ConversationPart>;
  countWaiting(db: Database, viewerId: string): Promise<Waiting>;
}
