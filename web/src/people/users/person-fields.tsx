import { limits } from '@upaj/contract/limits';
import type { UserType } from '@upaj/contract/people/credentials';
import type { ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { MobileField, TextField } from '#ui/text-field.tsx';

type Bound = Omit<ComponentProps<typeof TextField>, 'label'>;

export function FullNameField(bound: Bound) {
  const t = useT('register');
  return (
    <TextField
      label={t('fullName')}
      autoComplete="name"
      autoCapitalize="words"
      limit={limits.fullName.max}
      required
      {...bound}
    />
  );
}

export function ContactField(bound: Bound) {
  const t = useT('register');
  return <MobileField label={t('contact')} required {...bound} />;
}

export function UsernameField(bound: Bound) {
  const t = useT('register');
  return (
    <TextField
      label={t('username')}
      hint={t('usernameHint')}
      // Browsers would store 'username' as the login name, but the login name is the email.
      autoComplete="nickname"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      limit={limits.username.max}
      required
      {...bound}
    />
  );
}

export function MainProductField({ role, ...bound }: Bound & { role: UserType }) {
  const t = useT('register');
  return (
    <TextField
      label={t(`mainProduct.${role}`)}
      hint={t('mainProductHint')}
      optional
      autoComplete="off"
      limit={limits.majorProduct.max}
      {...bound}
    />
  );
}
