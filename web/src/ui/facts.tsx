import type { ReactNode } from 'react';

interface Fact {
  label: string;
  value: ReactNode;
}

/** Name and value in two columns; a fact without a value is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ label, value }) => (
          <div
            key={label}
            className="grid grid-cols-[2fr_3fr] gap-x-4 border-b border-line py-2.5 last:border-b-0"
          >
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
