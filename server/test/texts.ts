import { readFileSync } from 'node:fs';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { fieldText } from '#src/platform/http/errors.ts';

const file = new URL('../../contract/texts/en/fields.json', import.meta.url);
const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object) as FieldMessageKey[];

/** The English messages of fields, with their numbers filled in. */
export const fieldMessages = Object.fromEntries(keys.map((key) => [key, fieldText(key)])) as Record<
  FieldMessageKey,
  string
>;
