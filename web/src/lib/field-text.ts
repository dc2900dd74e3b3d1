import type { FieldError } from '@upaj/contract/envelope';
import { fieldValues } from '@upaj/contract/field-messages';
import { findText } from '#i18n/locale.ts';

const values: Readonly<Record<string, object>> = fieldValues;

/** Returns the text of the server's field error, or of the key that a schema named. */
export function fieldText(error: string | Pick<FieldError, 'key' | 'message'>): string {
  const { key, message } = typeof error === 'string' ? { key: error, message: error } : error;
  return findText('fields', key, Object.hasOwn(values, key) ? values[key] : undefined) ?? message;
}
