import { errorValues } from '@upaj/contract/error-values';
import type { ErrorCode } from '@upaj/contract/errors';
import { fieldValues, type FieldMessageKey } from '@upaj/contract/field-messages';
import { hasText, textsIn } from '#src/platform/texts.ts';

// In English; the web translates by code and key. Types cannot follow values through a variable key.
const errorText = textsIn('en', 'errors') as (code: ErrorCode, values?: object) => string;
const messageText = textsIn('en', 'fields') as (key: FieldMessageKey, values?: object) => string;

export function messageOf(code: ErrorCode): string {
  return errorText(code, (errorValues as Partial<Record<ErrorCode, object>>)[code]);
}

export function fieldText(key: FieldMessageKey): string {
  return messageText(key, (fieldValues as Partial<Record<FieldMessageKey, object>>)[key]);
}

export function isFieldMessageKey(key: string): key is FieldMessageKey {
  return hasText('fields', key);
}
