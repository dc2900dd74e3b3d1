import { latinDigits, mobileDigits } from '@upaj/contract/latin-digits';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { cx } from './cx.ts';
import { controlClass, Field, splitFieldProps, type FieldProps } from './field.tsx';
import { IconButton } from './button.tsx';

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {
  prefix?: string;
  suffix?: ReactNode;
}

export function TextField({ prefix, suffix, className, ...props }: TextFieldProps) {
  const [field, input] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-3.5 flex items-center text-soft">
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={cx(controlClass, prefix && 'pl-8', !!suffix && 'pr-12', className)}
          />
          {suffix && <div className="absolute inset-y-0 right-0.5 flex items-center">{suffix}</div>}
        </div>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {
  suffix?: ReactNode;
}

export function TextArea({ suffix, className, rows = 4, ...props }: TextAreaProps) {
  const [field, textarea] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative flex">
          <textarea
            rows={rows}
            {...textarea}
            {...control}
            className={cx(controlClass, 'py-3 leading-normal', !!suffix && 'pr-12', className)}
          />
          {suffix && <div className="absolute top-0.5 right-0.5">{suffix}</div>}
        </div>
      )}
    </Field>
  );
}

interface DigitsFieldProps extends ComponentProps<typeof TextField> {
  count: number;
  clean?: (text: string) => string;
}

/**
 * Accepts the digits of all Indian scripts. Typing stops at `count` digits. A longer number that is pasted or filled
 * in stays, and the schema refuses it.
 */
export function DigitsField({ count, clean = digitsOf, onChange, ...props }: DigitsFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    let cursor = input.selectionStart ?? input.value.length;
    let text = input.value;
    const { inputType, data } = event.nativeEvent as InputEvent;
    if (inputType === 'insertText' && data && clean(text).replace(countryCode, '').length > count) {
      const before = cursor - data.length;
      text = text.slice(0, before) + text.slice(cursor);
      cursor = before;
    }
    const digits = clean(text);
    if (digits !== input.value) {
      // Setting the value would move the cursor to the end.
      const cleanCursor = clean(text.slice(0, cursor)).length;
      input.value = digits;
      input.setSelectionRange(cleanCursor, cleanCursor);
    }
    onChange?.(event);
  };
  return <TextField inputMode="numeric" {...props} onChange={change} />;
}

/** Accepts Indian numbers. A country code stays until the number after it is complete. */
export function MobileField(props: Omit<DigitsFieldProps, 'count' | 'clean'>) {
  return (
    <DigitsField
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      prefix="+91"
      className="pl-13"
      {...props}
      count={10}
      clean={mobileNumber}
    />
  );
}

const countryCode = /^(?:\+|00?)(?:91|9?$)/;

function mobileNumber(text: string): string {
  const typed = latinDigits(text).replace(/[^\d+]/g, '');
  const code = countryCode.exec(typed)?.[0];
  return code && typed.length < code.length + 10 ? typed : mobileDigits(digitsOf(text));
}

function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'suffix'>;

export function PasswordField(props: Props) {
  const t = useT('common');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={isShown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!isShown)}
          className="text-soft hover:text-ink"
        >
          <Icon size={22} aria-hidden />
        </IconButton>
      }
    />
  );
}
