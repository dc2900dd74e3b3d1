import type { ChangeEvent, ClipboardEvent, ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

interface DigitsFieldProps extends ComponentProps<typeof TextField> {
  maxLength: number;
}

/** Takes digits only, Devanagari ones too, and a number pasted with spaces is not cut before its end. */
export function DigitsField({ maxLength, onChange, ...props }: DigitsFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const digits = digitsOf(input.value);
    // Only then: setting the value moves the cursor to its end.
    if (digits !== input.value) input.value = digits;
    onChange?.(event);
  };
  // Before the browser cuts the pasted text at maxLength, spaces counted.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { currentTarget: input, clipboardData } = event;
    event.preventDefault();
    const start = input.selectionStart ?? 0;
    const end = input.selectionEnd ?? 0;
    const room = maxLength - (input.value.length - (end - start));
    const digits = digitsOf(clipboardData.getData('text'));
    const fitting = isPhoneWithPrefix(digits, maxLength) ? digits.slice(-maxLength) : digits.slice(0, room);
    input.setRangeText(fitting, start, end, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return <TextField inputMode="numeric" maxLength={maxLength} {...props} onChange={change} onPaste={paste} />;
}

function digitsOf(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966)).replace(/\D/g, '');
}

/** `+91 98765 43210` and `098765 43210` are the ten digits behind the prefix. */
function isPhoneWithPrefix(digits: string, maxLength: number): boolean {
  return maxLength === 10 && /^(?:0|91)\d{10}$/.test(digits);
}
