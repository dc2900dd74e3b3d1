import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import type { SecondFactorSecret } from '@upaj/contract/people/second-factor';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { OwnPassword, passwordErrors } from '#people/account/own-password.tsx';
import { SettingsCard } from '#people/account/settings-card.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { endSecondFactor, startSecondFactor } from './api.ts';
import { SecondFactorSetup } from './second-factor-setup.tsx';

type User = Pick<Account, 'hasPassword' | 'hasSecondFactor' | 'staffRole'>;

export function SecondFactorCard({ user }: { user: User }) {
  const t = useT('settings');
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const [isEnding, setEnding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Moves the focus to the heading, because the part that had it has disappeared. */
  const show = (next: { secret?: SecondFactorSecret }) => {
    setSecret(next.secret);
    setEnding(false);
    heading.current?.focus();
  };
  const { hasPassword, hasSecondFactor, staffRole } = user;
  return (
    <SettingsCard
      id="second-factor"
      title={t('secondFactor.title')}
      headingRef={heading}
      text={t(staffRole ? 'secondFactor.staffText' : 'secondFactor.text')}
      aside={
        hasSecondFactor ? (
          <Badge tone="leaf">
            <ShieldCheck size={16} aria-hidden />
            {t('secondFactor.on')}
          </Badge>
        ) : (
          <Badge tone="plain">{t('secondFactor.off')}</Badge>
        )
      }
    >
      {hasSecondFactor && !isEnding && (
        <Button variant="line" onClick={() => setEnding(true)} className="max-sm:w-full">
          {t('secondFactor.end')}
        </Button>
      )}
      {hasSecondFactor && isEnding && <EndForm hasPassword={hasPassword} onEnded={() => show({})} />}
      {!hasSecondFactor && !secret && (
        <StartForm hasPassword={hasPassword} onStarted={(started) => show({ secret: started })} />
      )}
      {!hasSecondFactor && secret && <SecondFactorSetup secret={secret} onDone={() => show({})} />}
    </SettingsCard>
  );
}

interface StartFormProps {
  hasPassword: boolean;
  onStarted: (secret: SecondFactorSecret) => void;
}

const secondFactorSchemas = () => import('@upaj/contract/people/second-factor');

function StartForm({ hasPassword, onStarted }: StartFormProps) {
  const t = useT('settings');
  const { field, submit, failure, isBusy } = useApiForm<
    { password: string },
    { password?: string | undefined }
  >({
    schema: async () => (await secondFactorSchemas()).startSecondFactorSchema,
    defaultValues: { password: '' },
    check: ({ password }) => passwordErrors(hasPassword, password),
    send: async ({ password }) => onStarted(await startSecondFactor(hasPassword ? password : undefined)),
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      {hasPassword && <OwnPassword {...field('password')} />}
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        {t('secondFactor.start')}
      </Button>
    </form>
  );
}

interface EndValues {
  password: string;
  code: string;
}

function EndForm({ hasPassword, onEnded }: { hasPassword: boolean; onEnded: () => void }) {
  const t = useT('settings');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm<
    EndValues,
    { password?: string | undefined; code: string }
  >({
    schema: async () => (await secondFactorSchemas()).endSecondFactorSchema,
    defaultValues: { password: '', code: '' },
    check: ({ password }) => passwordErrors(hasPassword, password),
    send: async ({ password, code }) => {
      await endSecondFactor(client, code, hasPassword ? password : undefined);
      onEnded();
      toast.success(t('secondFactor.ended'));
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus(hasPassword ? 'password' : 'code'), [setFocus, hasPassword]);
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      {hasPassword && <OwnPassword {...field('password')} />}
      <TextField
        label={t('secondFactor.anyCode')}
        hint={t('secondFactor.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('code')}
      />
      <Button type="submit" variant="danger" busy={isBusy} className="self-start max-sm:w-full">
        {t('secondFactor.end')}
      </Button>
    </form>
  );
}
