import type { ComponentProps, ReactNode } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { Field, splitFieldProps, type FieldProps } from './field.tsx';

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {
  /** Stands inside the field at its start, such as ₹. */
  prefix?: string;
  /** Sits inside the field at its end, such as a button. */
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
