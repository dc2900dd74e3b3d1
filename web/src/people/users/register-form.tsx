import { useQuery } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { useState, type ComponentProps } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/switch.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { Spinner } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { DigitsField, PasswordField, TextField } from '#ui/text-field.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { authFailureText } from './failure.ts';
import { ContactField, FullNameField, MainProductField, UsernameField } from './person-fields.tsx';
import { RoleCards } from './role-cards.tsx';
import { useRegister, type RegisterOutput, type RegisterValues } from './use-register.ts';

export function RegisterForm() {
  const tAuth = useT('auth');
  const t = useT('register');
  const { form, field, avatar, submit, failure, isBusy, isEmailTaken, hasDraft, discardDraft } =
    useRegister();
  const role = useWatch({ control: form.control, name: 'userType' });
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
      {hasDraft && <DraftNote onClear={discardDraft} />}
      <AvatarPicker avatar={avatar} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <FullNameField {...field('fullName')} />
        <ContactField {...field('contact')} />
        <UsernameField {...field('username')} />
        <TextField
          label={tAuth('email')}
          hint={t('emailHint')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('email')}
        />
      </div>
      {isEmailTaken && (
        <p role="status" className="rounded-control bg-haldi-wash px-3.5 py-2.5">
          {t('emailTakenNote')}
        </p>
      )}
      <DigitsField
        label={t('aadhaar')}
        hint={t('aadhaarHint')}
        count={12}
        autoComplete="off"
        required
        {...field('adharNo')}
      />
      <RoleCards {...field('userType')} />
      {role && <MainProductField role={role} {...field('majorProduct')} />}
      <LoginName control={form.control} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <PasswordField
          label={tAuth('password')}
          hint={tAuth('passwordHint', { min: limits.password.min })}
          autoComplete="new-password"
          required
          {...field('password')}
        />
        <PasswordField
          label={tAuth('confirmPassword')}
          hint={tAuth('confirmHint')}
          autoComplete="new-password"
          required
          {...field('confirmPassword')}
        />
      </div>
      <TermsField
        {...field('agreeToTerms')}
        onAgree={() => {
          form.setValue('agreeToTerms', true);
          form.clearErrors('agreeToTerms');
        }}
      />
      {failure !== undefined && <FormError text={authFailureText(failure)} />}
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {isBusy ? t('creating') : t('register')}
      </Button>
    </form>
  );
}

function DraftNote({ onClear }: { onClear: () => void }) {
  const t = useT('register');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-haldi-wash px-3.5 py-1.5">
      <p role="status">{t('draftKept')}</p>
      <button type="button" className="min-h-11 font-semibold text-leaf underline" onClick={onClear}>
        {t('draftClear')}
      </button>
    </div>
  );
}

/** Browsers store the field before the password as the login name, so this hidden field repeats the email. */
function LoginName({ control }: { control: Control<RegisterValues, unknown, RegisterOutput> }) {
  const email = useWatch({ control, name: 'email' });
  return <input hidden readOnly autoComplete="username" value={email ?? ''} />;
}

const clauses = ['account', 'trade', 'sale', 'storage', 'conduct'] as const;

interface TermsFieldProps extends Omit<ComponentProps<typeof CheckboxField>, 'label'> {
  onAgree: () => void;
}

function TermsField({ onAgree, ...checkbox }: TermsFieldProps) {
  const t = useT('register');
  const [isOpen, setOpen] = useState(false);
  const agree = () => {
    onAgree();
    setOpen(false);
  };
  return (
    <div>
      <CheckboxField label={t('agree')} required {...checkbox} />
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="ml-9 inline-flex min-h-11 items-center font-semibold text-leaf underline"
      >
        {t('readTerms')}
      </button>
      {isOpen && <TermsDialog onClose={() => setOpen(false)} onAgree={agree} />}
    </div>
  );
}

function TermsDialog({ onClose, onAgree }: { onClose: () => void; onAgree: () => void }) {
  const tCommon = useT('common');
  const t = useT('register');
  const { data: tTerms, isError, refetch } = useQuery(moduleQuery('terms', () => loadTexts('terms')));
  if (!tTerms) {
    return (
      <Dialog title={t('terms')} onClose={onClose}>
        {isError ? (
          <ErrorState text={tCommon('networkError')} onRetry={() => void refetch()} />
        ) : (
          <Spinner label={tCommon('loading')} />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('terms')}
      onClose={onClose}
      footer={<Button onClick={onAgree}>{t('agreeAction')}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll only what has the focus */}
      <div tabIndex={0} role="region" aria-label={t('terms')} className="flex flex-col gap-4">
        {clauses.map((clause) => (
          <section key={clause}>
            <h3 className="font-semibold">{tTerms(`${clause}.title`)}</h3>
            <p className="text-soft">{tTerms(`${clause}.text`)}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
