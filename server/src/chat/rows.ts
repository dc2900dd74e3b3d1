import type { Expression } from 'kysely';
import type { ConversationPart, LastMessagePart, MessagePart, Waiting } from '@upaj/contract/chat/messages';
import type { Database } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';

type Fields<T> = { [Field in keyof T]: Expression<unknown> };

/** A page of a conversation begins at the time `from` and ends before the time `before`. */
export interface PageTimes {
  from: Expression<Date> | undefined;
  before: Expression<Date> | undefined;
}

/**
 * A later domain shows these parts in the chat. The domain implements them and app.ts passes them in, so that the chat
 * carries offers without knowing them.
 */
export interface ChatParts {
  /** This column of `messages` has the id of what a message carries. */
  idColumn: keyof DB['messages'] & `${string}_id`;
  /** Reads a row of `messages`. */
  messageFields: Fields<MessagePart>;
  /** Messages that carry nothing have these fields. */
  noPart: MessagePart;
  /** Reads a row of `messages`. */
  lastMessageFields: Fields<LastMessagePart>;
  findOfPage(db: Database, viewerId: string, otherId: string, times: PageTimes): Promise<ConversationPart>;
  countWaiting(db: Database, viewerId: string): Promise<Waiting>;
}
