import type { Scheme } from '@upaj/contract/mandi/schemes';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SchemeIcon } from './schemes-card.tsx';

export function SchemeDetails({ scheme }: { scheme: Scheme }) {
  const t = useT('schemes');
  const format = useFormat();
  return (
    <article className="flex flex-col gap-4">
      <header className="flex items-center gap-3">
        <SchemeIcon icon={scheme.icon} />
        <div>
          <h1 className="text-title font-bold tracking-tight md:text-hero">
            {t(`scheme.${scheme.id}.name`)}
          </h1>
          <p className="text-lead font-bold text-leaf">{t(`scheme.${scheme.id}.amount`)}</p>
        </div>
      </header>
      {scheme.status === 'closed' && (
        <Badge tone="mirch" className="self-start">
          {t('closed')}
        </Badge>
      )}
      <Card className="flex flex-col gap-5 p-4 md:p-6">
        <Part title={t('what')}>
          <p>{t(`scheme.${scheme.id}.gives`)}</p>
        </Part>
        <Part title={t('who')}>
          <p>{t(`scheme.${scheme.id}.eligibility`)}</p>
        </Part>
        <Part title={t('how')}>
          <ol className="flex list-decimal flex-col gap-1.5 pl-6">
            {t(`scheme.${scheme.id}.steps`)
              .split('\n')
              .map((step) => (
                <li key={step}>{step}</li>
              ))}
          </ol>
        </Part>
        <Part title={t('papers')}>
          <ul className="flex list-disc flex-col gap-1 pl-6">
            {t(`scheme.${scheme.id}.papers`)
              .split('\n')
              .map((paper) => (
                <li key={paper}>{paper}</li>
              ))}
          </ul>
        </Part>
        <Part title={t('where')}>
          <p>{t(`scheme.${scheme.id}.where`)}</p>
        </Part>
        <a
          href={scheme.applyUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary', 'self-start max-sm:w-full')}
        >
          {t('apply')}
          <ExternalLink size={18} aria-hidden />
          <span className="sr-only">({t('opensElsewhere')})</span>
        </a>
      </Card>
      <div className="flex flex-col gap-1 text-note text-soft">
        <p>{t('caution')}</p>
        <p>{t('checkedOn', { date: format.date(scheme.checkedOn) })}</p>
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
