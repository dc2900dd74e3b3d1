import type { Scheme } from '@upaj/contract/mandi/schemes';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SchemeIcon } from './schemes-card.tsx';

export function SchemeDetails({ scheme }: { scheme: Scheme }) {
  const texts = useTexts('schemes');
  const format = useFormat();
  const own = texts.scheme[scheme.id];
  return (
    <article className="flex flex-col gap-4">
      <header className="flex items-center gap-3">
        <SchemeIcon icon={scheme.icon} />
        <div>
          <h1 className="text-title font-bold tracking-tight md:text-hero">{own.name}</h1>
          <p className="text-lead font-bold text-leaf">{own.amount}</p>
        </div>
      </header>
      {scheme.status === 'closed' && (
        <Badge tone="mirch" className="self-start">
          {texts.closed}
        </Badge>
      )}
      <Card className="flex flex-col gap-5 p-4 md:p-6">
        <Part title={texts.what}>
          <p>{own.gives}</p>
        </Part>
        <Part title={texts.who}>
          <p>{own.eligibility}</p>
        </Part>
        <Part title={texts.how}>
          <ol className="flex list-decimal flex-col gap-1.5 pl-6">
            {own.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Part>
        <Part title={texts.papers}>
          <ul className="flex list-disc flex-col gap-1 pl-6">
            {own.papers.map((paper) => (
              <li key={paper}>{paper}</li>
            ))}
          </ul>
        </Part>
        <Part title={texts.where}>
          <p>{own.where}</p>
        </Part>
        <a
          href={scheme.applyUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary', 'self-start max-sm:w-full')}
        >
          {texts.apply}
          <ExternalLink size={18} aria-hidden />
          <span className="sr-only">({texts.opensElsewhere})</span>
        </a>
      </Card>
      <div className="flex flex-col gap-1 text-note text-soft">
        <p>{texts.caution}</p>
        <p>{texts.checkedOn(format.date(scheme.checkedOn))}</p>
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h2 className="text-lead font-semibold">{title}</h2>
      {children}
    </section>
  );
}
