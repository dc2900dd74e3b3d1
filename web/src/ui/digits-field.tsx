import { latinDigits } from '@upaj/contract/latin-digits';
import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

interface DigitsFieldProps extends ComponentProps<typeof TextField> {
  /** What the field makes of the digits typed so far. */
  clean?: (text: string) => string;
}

/**
 * Takes digits only, Devanagari ones too. Nothing is cut: typing, pasting and autofill give the same, and the schema
 * judges the length.
 */
export function DigitsField({ clean, onChange, ...props }: DigitsFieldProps) {
  const read = (text: string) => (clean ? clean(digitsOf(text)) : digitsOf(text));
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const digits = read(input.value);
    if (digits !== input.value) {
      // Setting the value moves the cursor to its end.
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
