import type { ComponentProps, ReactNode } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
}

/** On or off, at once: a setting, not an answer in a form. */
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
