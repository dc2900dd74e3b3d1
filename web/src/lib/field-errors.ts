import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Catalogue } from '#i18n/catalogue.ts';
import { ApiError } from './api-errors.ts';

/**
 * Puts the server's field errors where they belong and goes to the first of them.
 * @param fields the form's fields, in the order of the screen.
 * @returns whether there was any for these fields.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Path<Values>[],
  t: Catalogue,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const found = fields.flatMap((name) => {
    const fieldError = error.errors.find(({ field }) => field === name);
    return fieldError ? [{ name, fieldError }] : [];
  });
  for (const { name, fieldError } of found) {
    // The key, where it is known, so that the text follows a change of language.
    const isKnown = Object.hasOwn(t.fields, fieldError.key);
    form.setError(name, { type: 'server', message: isKnown ? fieldError.key : fieldError.message });
  }
  const [first] = found;
  if (first) form.setFocus(first.name, { shouldSelect: true });
  return first !== undefined;
}
