import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useT } from '#i18n/locale.ts';
import { bindFields } from './bind-field.ts';
import { showFieldErrors } from './field-errors.ts';

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
