import { useMutation } from '@tanstack/react-query';
import type { FieldError } from '@upaj/contract/envelope';
import { useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverOptions,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { findText, getT } from '#i18n/locale.ts';
import { ApiError, errorText, NetworkError, TimeoutError } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { loadToaster } from '#ui/toast/toast.ts';

type Schema<Output> = z.core.$ZodType<Output>;

interface ApiForm<Values extends FieldValues, Output> {
  /**
   * A function loads the schema when a field is used, because schemas and their library are a tenth of a screen's
   * code.
   */
  schema: Schema<Output> | (() => Promise<Schema<Output>>);
  defaultValues: Values & DefaultValues<Values>;
  /** Validates fields that the server does not have. It also runs when the schema did not load. */
  check?: (values: Values) => FieldErrors<Values>;
  paths?: readonly Path<Values>[];
  /** Editing one of these fields also clears the error of its partner. */
  together?: Partial<Record<Path<NoInfer<Values>>, Path<NoInfer<Values>>>>;
  /** Asks the user about values that are valid but odd. Nothing is sent when it resolves to false. */
  isSure?: (values: Output) => Promise<boolean>;
  /** Errors that belong to no field become `failure`. */
  send: (values: Output) => Promise<unknown>;
  onFailure?: (error: unknown) => void;
}

export function useApiForm<Values extends FieldValues, Output>(options: ApiForm<Values, Output>) {
  const { schema, defaultValues, check, together, isSure, send, onFailure } = options;
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values, unknown, Output>({
    resolver: resolveWith<Values, Output>(schema, check),
    defaultValues,
    reValidateMode: 'onSubmit',
  });
  const { mutateAsync } = useMutation({ mutationFn: send });
  const names = options.paths ?? (Object.keys(defaultValues) as Path<Values>[]);

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    if (isSure && !(await isSure(values))) return;
    try {
      await mutateAsync(values);
    } catch (error) {
      const [first] = markFieldErrors(error, form, names);
      if (first) return form.setFocus(first.name, { shouldSelect: true });
      setFailure(error);
      onFailure?.(error);
    }
  });

  return {
    form,
    field: bindFields(form, () => loadAhead(schema), together),
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void submit();
    },
    failure,
    isBusy: form.formState.isSubmitting,
  };
}

/** Loads what a submit needs while there is a connection. */
function loadAhead<Output>(schema: ApiForm<FieldValues, Output>['schema']): void {
  loadResolver(schema).catch(() => undefined);
  loadToaster();
}

async function loadResolver<Output>(schema: ApiForm<FieldValues, Output>['schema']) {
  const [{ zodResolver }, loaded] = await Promise.all([
    import('@hookform/resolvers/zod'),
    typeof schema === 'function' ? schema() : schema,
  ]);
  return zodResolver(loaded as z.core.$ZodType<Output, FieldValues>);
}

/**
 * Fields hold the typed text, and only the schema judges it. A schema that did not load may never load on this page,
 * so the form then sends what is typed.
 */
function resolveWith<Values extends FieldValues, Output>(
  schema: ApiForm<Values, Output>['schema'],
  check: ApiForm<Values, Output>['check'],
) {
  const resolver = async (values: Values, context: unknown, options: ResolverOptions<FieldValues>) => {
    const validate = await loadResolver(schema).catch(() => undefined);
    const result = (await validate?.(values, context, options)) ?? { values, errors: {} };
    return { ...result, errors: { ...result.errors, ...check?.(values) } };
  };
  return resolver as Resolver<Values, unknown, Output>;
}

/** Editing clears a field's error, and only the next submit validates it again, because errors while typing annoy. */
function bindFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  onUse: () => void,
  together: Partial<Record<Path<Values>, Path<Values>>> = {},
) {
  return <Name extends Path<Values>>(name: Name) => {
    const partner = together[name];
    const onChange = () => {
      onUse();
      form.clearErrors(partner ? [name, partner] : name);
    };
    return { ...form.register(name, { onChange }), error: errorOf(form, name) };
  };
}

function errorOf<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
): string | undefined {
  const { error } = form.getFieldState(name, form.formState);
  return error?.message && fieldText(error.message);
}

/** Returns the key rather than the text, so that the text follows a change of language. */
export function fieldErrorKey({ key, message }: FieldError): string {
  return findText('fields', key) === undefined ? message : key;
}

export function markFieldErrors<Values extends FieldValues, Output, Name extends Path<Values>>(
  error: unknown,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Name[],
): { name: Name; key: string }[] {
  if (!(error instanceof ApiError)) return [];
  return fields.flatMap((name) => {
    const found = error.errors.find(({ field }) => field === name);
    if (!found) return [];
    const key = fieldErrorKey(found);
    form.setError(name, { type: 'server', message: key });
    return [{ name, key }];
  });
}

/** These texts replace the general ones in some forms. */
interface FailureTexts {
  offline?: string;
  /** Replaces the text for errors that are not responses of the server. */
  unexpected?: string;
  /** Replaces the text for a server error without a message. */
  silent?: string;
}

/** Says how long to wait, or what is wrong with the first field, or what the error's code means. */
export function failureText(error: unknown, texts: FailureTexts = {}): string {
  if (error instanceof NetworkError || error instanceof TimeoutError)
    return texts.offline ?? errorText(error);
  if (!(error instanceof ApiError)) return texts.unexpected ?? errorText(error);
  if (error.code === 'TOO_MANY_REQUESTS' && error.retryAfterSeconds)
    return getT('common')('waitMinutes', { minutes: Math.ceil(error.retryAfterSeconds / 60) });
  if (error.code === 'UNEXPECTED' && error.message === '' && texts.silent) return texts.silent;
  const [first] = error.errors;
  return first ? fieldText(first) : errorText(error);
}
