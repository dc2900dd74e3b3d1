import { limits } from '@upaj/contract/limits';
import { mobileDigits, type UserType } from '@upaj/contract/people/credentials';
import type { ComponentProps } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { DigitsField, TextField } from '#ui/text-field.tsx';

// Asked of everybody, whether they register here or come by a provider. Each takes what `bindFields` gives.
type Bound = Omit<ComponentProps<typeof TextField>, 'label'>;

export function FullNameField(bound: Bound) {
  const texts = useTexts('register');
  return (
    <TextField
      label={texts.fullName}
      autoComplete="name"
      autoCapitalize="words"
      limit={limits.fullName.max}
      required
      {...bound}
    />
  );
}

export function ContactField(bound: Bound) {
  const texts = useTexts('register');
  return (
    <DigitsField
      label={texts.contact}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      prefix="+91"
      className="pl-13"
      required
      {...bound}
      clean={mobileDigits}
    />
  );
}

export function UsernameField(bound: Bound) {
  const texts = useTexts('register');
  return (
    <TextField
      label={texts.username}
      hint={texts.usernameHint}
      // 'username' would make browsers keep it as the name to log in with, which is the e-mail address.
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
  const texts = useTexts('register');
  return (
    <TextField
      label={texts.mainProduct[role]}
      hint={texts.mainProductHint}
      optional
      autoComplete="off"
      limit={limits.majorProduct.max}
      {...bound}
    />
  );
}
