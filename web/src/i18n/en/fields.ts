import { fieldMessages, type FieldMessageKey } from '@upaj/contract/field-messages';

/** What is wrong with a field, by the key that the schemas and the server name. */
export const fields: Record<FieldMessageKey, string> = fieldMessages;
