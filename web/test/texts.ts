import { setupI18n, type Messages } from '@lingui/core';
import { errorValues } from '@upaj/contract/error-values';
import type { ErrorCode } from '@upaj/contract/errors';
import { fieldValues, type FieldMessageKey } from '@upaj/contract/field-messages';
import errors from '../../contract/texts/en/errors.json';
import fields from '../../contract/texts/en/fields.json';

type Values = Readonly<Record<string, Record<string, unknown> | undefined>>;

/** Fills the values into a message. The Vite plugin has compiled the messages, some of them to arrays. */
function say(messages: object, key: string, values: Values): string {
  const compiled = Object.entries(messages).map(([name, message]) => [name, [message].flat()]);
  const i18n = setupI18n({ locale: 'en', messages: { en: Object.fromEntries(compiled) as Messages } });
  return i18n._(key, values[key]);
}

/** The English messages of fields, with their numbers filled in. */
export const fieldMessages = Object.fromEntries(
  Object.keys(fields).map((key) => [key, say(fields, key, fieldValues as Values)]),
) as Record<FieldMessageKey, string>;

/** Returns the English message that the server sends with this error code. */
export function messageOf(code: ErrorCode): string {
  return say(errors, code, errorValues as Values);
}
