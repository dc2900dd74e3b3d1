import { limits } from '@upaj/contract/limits';
import type { UserType } from '@upaj/contract/credentials';
import type { ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { DigitsField } from '#ui/digits-field.tsx';
import { TextField } from '#ui/text-field.tsx';

// Asked of everybody, whether they register here or come by a provider. Each takes what `bindFields` gives.
type Bound = Omit<ComponentProps<typeof TextField>, 'label'>;

export function FullNameField(bound: Bound) {
  const t = useT();
  return (
    <TextField
      label={t.auth.fullName}
      autoComplete="name"
      autoCapitalize="words"
      maxLength={limits.fullName.max}
      required
      {...bound}
    />
  );
}

export function ContactField(bound: Bound) {
  const t = useT();
  return (
    <DigitsField
      label={t.auth.contact}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      prefix="+91"
      className="pl-13"
      required
      {...bound}
      maxLength={limits.contactDigits}
    />
  );
}

export function UsernameField(bound: Bound) {
  const t = useT();
  return (
    <TextField
      label={t.auth.username}
      hint={t.auth.usernameHint}
      // 'username' would make browsers keep it as the name to log in with, which is the e-mail address.
      autoComplete="nickname"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={limits.username.max}
      required
      {...bound}
    />
  );
}

export function MainProductField({ role, ...bound }: Bound & { role: UserType }) {
  const t = useT();
  return (
    <TextField
      label={t.auth.mainProduct[role]}
      hint={t.auth.mainProductHint}
      optional
      autoComplete="off"
      maxLength={limits.majorProduct.max}
      {...bound}
    />
  );
}
