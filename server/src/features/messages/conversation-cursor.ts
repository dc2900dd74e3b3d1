import * as z from 'zod/mini';
import { invalidField } from '#src/http/errors.ts';
import type { ListPosition } from './store.ts';

const partsSchema = z.tuple([
  z.boolean(),
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/)),
  z.uuid(),
]);

export function writeConversationCursor({ isConversation, at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([isConversation, at, id])).toString('base64url');
}

/** @throws AppError INVALID_INPUT for anything this server did not write. */
export function readConversationCursor(text: string): ListPosition {
  try {
    const [isConversation, at, id] = partsSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (Number.isNaN(Date.parse(at))) throw new RangeError(at);
    return { isConversation, at, id };
  } catch {
    throw invalidField('cursor', 'invalid');
  }
}
