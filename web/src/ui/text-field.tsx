import { latinDigits } from '@upaj/contract/latin-digits';
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

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {}

export function TextArea({ className, rows = 4, ...props }: TextAreaProps) {
  const [field, textarea] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={rows}
          {...textarea}
          {...control}
          className={cx(controlClass, 'py-3 leading-normal', className)}
        />
      )}
    </Field>
  );
}

interface DigitsFieldProps extends ComponentProps<typeof TextField> {
  clean?: (text: string) => string;
}

/** Accepts Devanagari digits. Nothing is cut: the schema checks the length. */
export function DigitsField({ clean, onChange, ...props }: DigitsFieldProps) {
  const read = (text: string) => (clean ? clean(digitsOf(text)) : digitsOf(text));
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const digits = read(input.value);
    if (digits !== input.value) {
      // Setting the value moves the cursor to the end.
      const cursor = read(input.value.slice(0, input.selectionStart ?? undefined)).length;
      input.value = digits;
      input.setSelectionRange(cursor, cursor);
    }
    onChange?.(event);
  };
  return <TextField inputMode="numeric" {...props} onChange={change} />;
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
