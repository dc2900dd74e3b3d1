import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldErrorText } from '#ui/field.tsx';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
}

/** Changes a setting with immediate effect. */
export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-3">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={input.checked}
        className={
          'relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-card ' +
          'before:absolute before:top-[3px] before:left-[3px] before:size-5 before:rounded-full before:bg-edge ' +
          'before:transition-transform before:duration-150 before:content-[""] checked:border-leaf checked:bg-leaf ' +
          'checked:before:transform-[translateX(20px)] checked:before:bg-on-leaf'
        }
        {...input}
      />
    </label>
  );
}

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
