import type { ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { PasswordField } from '#ui/text-field.tsx';

/** Asks for the account's password before a sensitive change. */
export function OwnPassword(props: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>) {
  const t = useT('settings');
  return <PasswordField label={t('ownPassword')} autoComplete="current-password" required {...props} />;
}

/** Accounts without a password do not show the field, so only the form knows whether it is required. */
export function passwordErrors(hasPassword: boolean, password: string) {
  return hasPassword && password === ''
    ? { password: { type: 'required', message: 'passwordRequired' } }
    : {};
}
