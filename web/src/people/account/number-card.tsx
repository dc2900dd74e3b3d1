import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { askForOwnCode, proveNumber } from '#people/numbers/api.ts';
import { AskForm } from '#people/numbers/ask-form.tsx';
import { CodeStep, spaced } from '#people/numbers/code-step.tsx';
import { patchUser } from '#people/profiles/profile-cache.ts';
import { useHasCodes } from '#people/users/api.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import { OwnPassword, passwordErrors } from './own-password.tsx';
import { SettingsCard } from './settings-card.tsx';

export function NumberCard({ user: { provedNumber, contact, hasPassword } }: { user: Account }) {
  const t = useT('number');
  const tSettings = useT('settings');
  const hasCodes = useHasCodes();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isChanging, setChanging] = useState(false);
  if (!provedNumber && !hasCodes) return null;
  return (
    <SettingsCard
      title={t('number')}
      text={provedNumber ? t('ownText') : t('noneText')}
      headingRef={heading}
      aside={
        provedNumber && (
          <Badge tone="leaf">
            <BadgeCheck size={16} aria-hidden />
            {tSettings('emailVerified')}
          </Badge>
        )
      }
    >
      {provedNumber && (
        <div>
          <p className="font-medium">+91 {spaced(provedNumber)}</p>
          {contact !== provedNumber && (
            <p className="text-note text-soft">{t('otherContact', { number: `+91 ${spaced(contact)}` })}</p>
          )}
        </div>
      )}
      {provedNumber && !isChanging && hasCodes && (
        <Button variant="line" onClick={() => setChanging(true)} className="max-sm:w-full">
          {t('change')}
        </Button>
      )}
      {(!provedNumber || isChanging) && (
        <Proof
          contact={provedNumber ? '' : contact}
          isChanging={isChanging}
          hasPassword={hasPassword}
          onDone={() => {
            setChanging(false);
            // The part that had the focus has disappeared.
            heading.current?.focus();
          }}
        />
      )}
    </SettingsCard>
  );
}

interface ProofProps {
  contact: string;
  isChanging: boolean;
  hasPassword: boolean;
  onDone: () => void;
}

function Proof({ contact, isChanging, hasPassword, onDone }: ProofProps) {
  const [typed, setTyped] = useState(contact);
  const [sentAt, setSentAt] = useState<number>();
  const ask = async (number: string) => {
    await askForOwnCode(number);
    setTyped(number);
    setSentAt(Date.now());
  };
  if (sentAt === undefined)
    return <AskForm contact={typed} ask={ask} takesFocus={isChanging || typed !== contact} />;
  return (
    <ProofForm
      contact={typed}
      sentAt={sentAt}
      ask={() => ask(typed)}
      onChangeNumber={() => setSentAt(undefined)}
      hasPassword={hasPassword}
      onDone={onDone}
    />
  );
}

interface ProofFormProps extends Omit<ProofProps, 'isChanging'> {
  sentAt: number;
  ask: () => Promise<unknown>;
  onChangeNumber: () => void;
}

function ProofForm({ contact, sentAt, ask, onChangeNumber, hasPassword, onDone }: ProofFormProps) {
  const t = useT('number');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).proveNumberSchema,
    defaultValues: { contact, code: '', password: '' },
    check: ({ password }) => passwordErrors(hasPassword, password),
    send: async ({ password, ...proof }) => {
      patchUser(client, await proveNumber({ ...proof, ...(hasPassword && { password }) }));
      toast.success(t('proved'));
      onDone();
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus(hasPassword ? 'password' : 'code'), [setFocus, hasPassword]);
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      {hasPassword && <OwnPassword {...field('password')} />}
      <CodeStep
        number={contact}
        sentAt={sentAt}
        ask={ask}
        onChangeNumber={onChangeNumber}
        onCode={(code) => {
          form.setValue('code', code);
          if (!isBusy) submit({ preventDefault: () => {} });
        }}
        {...field('code')}
      >
        <Button type="submit" busy={isBusy}>
          {t('confirm')}
        </Button>
      </CodeStep>
    </form>
  );
}
