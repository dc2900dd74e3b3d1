import { useEffect, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { MobileField } from '#ui/text-field.tsx';

interface AskFormProps {
  contact: string;
  /** Resolves when the code was sent. */
  ask: (contact: string) => Promise<unknown>;
  /** True when the part that had the focus has disappeared. */
  takesFocus: boolean;
  children?: ReactNode;
}

/** Asks for the number that a code goes to. */
export function AskForm({ contact, ask, takesFocus, children }: AskFormProps) {
  const t = useT('number');
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).askForCodeSchema,
    defaultValues: { contact },
    send: ({ contact }) => ask(contact),
  });
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('contact');
  }, [takesFocus, setFocus]);
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      <MobileField label={t('number')} autoComplete="tel" required {...field('contact')} />
      {children}
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {isBusy ? t('sending') : t('send')}
      </Button>
    </form>
  );
}
