import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, splitFieldProps, type FieldProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
  options: readonly SelectOption[];
  placeholder?: string;
}

/** Uses the native picker, which is fast on cheap phones. */
export function SelectField({ options, placeholder, className, ...props }: SelectFieldProps) {
  const [field, select] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={cx(controlClass, 'appearance-none pr-11', className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={20}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-soft"
          />
        </div>
      )}
    </Field>
  );
}

/** Turns `{Grains: 'अनाज'}` into `[{value: 'Grains', label: 'अनाज'}]`. */
export function toOptions(names: Readonly<Record<string, string>>): SelectOption[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
