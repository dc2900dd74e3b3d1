import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { cx } from './cx.ts';
import { Field, splitFieldProps, type FieldProps } from './field.tsx';

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
