import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldErrorText } from './field.tsx';

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

export function CheckboxField({ label, error, ...input }: CheckboxFieldProps) {
  const errorId = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="size-6 shrink-0 accent-leaf"
          {...input}
        />
        <span>{label}</span>
      </label>
      <FieldErrorText id={errorId} error={error} />
    </div>
  );
}
