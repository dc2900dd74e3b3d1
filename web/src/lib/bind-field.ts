import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Catalogue } from '#i18n/catalogue.ts';
import { fieldText } from './api-errors.ts';

/**
 * Ties a field of `ui/` to the form by its name. Editing a field takes its error away; it is judged again when the
 * form is sent, because errors that come while one types, or that move the button one is about to press, only annoy.
 * @param together fields whose errors say something about each other.
 */
export function bindFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  t: Catalogue,
  together: Partial<Record<Path<Values>, Path<Values>>> = {},
) {
  return <Name extends Path<Values>>(name: Name) => {
    const partner = together[name];
    const onChange = () => form.clearErrors(partner ? [name, partner] : name);
    return { ...form.register(name, { onChange }), error: errorOf(form, name, t) };
  };
}

function errorOf<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
  t: Catalogue,
): string | undefined {
  const { error } = form.getFieldState(name, form.formState);
  return error?.message && fieldText(error.message, t);
}
