import type { Scheme } from '@upaj/contract/mandi/schemes';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { SchemeItem } from './scheme-item.tsx';

interface SchemesCardProps {
  schemes: readonly Scheme[];
  heading?: 'h2' | 'h3';
  /** The place that was looked at goes along. */
  location: string | undefined;
  action?: ReactNode;
}

export function SchemesCard({ schemes, heading = 'h3', location, action }: SchemesCardProps) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {schemes.map((scheme) => (
          <li key={scheme.id}>
            <SchemeItem scheme={scheme} heading={heading} location={location} />
          </li>
        ))}
      </ul>
      {action && <div className="border-t border-line p-2 text-center">{action}</div>}
    </Card>
  );
}
