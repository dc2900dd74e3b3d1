import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Catalogue } from '#i18n/catalogue.ts';
import { useT } from '#i18n/locale.ts';
import { ApiError, fieldText } from './api-errors.ts';

interface SentForm<Values extends FieldValues, Output> {
  schema: z.core.$ZodType<Output>;
  /** Every field, in the order of the screen. */
  defaultValues: Values & DefaultValues<Values>;
  /** Their paths, where fields lie inside of others. */
  paths?: readonly Path<Values>[];
  /** Fields whose errors say something about each other. */
  together?: Partial<Record<Path<NoInfer<Values>>, Path<NoInfer<Values>>>>;
  /** Throws what the call throws: a field's error goes to its field, any other becomes `failure`. */
  send: (values: Output) => Promise<unknown>;
}

/** A form of a few fields that one call takes: checked by the contract, sent, and marked where the server objects. */
export function useSentForm<Values extends FieldValues, Output>(options: SentForm<Values, Output>) {
  const { schema, defaultValues, together, send } = options;
  const t = useT();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values, unknown, Output>({
    // Fields hold what is typed, which the schema alone judges.
    resolver: zodResolver(schema as z.core.$ZodType<Output, Values>),
    defaultValues,
    reValidateMode: 'onSubmit',
  });
  const { mutateAsync } = useMutation({ mutationFn: send });
  const names = options.paths ?? (Object.keys(defaultValues) as Path<Values>[]);

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await mutateAsync(values);
    } catch (error) {
      if (!showFieldErrors(error, form, names, t)) setFailure(error);
    }
  });

  return {
    form,
    field: bindFields(form, t, together),
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void submit();
    },
    /** Of the last sending, where no field says it. */
    failure,
    isBusy: form.formState.isSubmitting,
  };
}

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
