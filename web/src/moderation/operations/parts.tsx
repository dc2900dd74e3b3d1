import { useId, type ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { formatTime } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-3 p-4 md:p-5">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {title}
          </h2>
          {text && <p className="text-note text-soft">{text}</p>}
        </div>
        {children}
      </Card>
    </section>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-note text-soft">{name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function useTimeText(): (iso: string | null) => string {
  const t = useT('operations');
  const locale = useLocale();
  return (iso) => (iso ? formatTime(Date.parse(iso), locale) : t('never'));
}

interface Runs {
  lastSuccess: string | null;
  lastFailure: string | null;
}

/** Nothing for what never ran. */
export function RunState({ of: { lastSuccess, lastFailure } }: { of: Runs }) {
  const t = useT('operations');
  if (!lastSuccess && !lastFailure) return null;
  const isFailing = lastFailure !== null && (lastSuccess === null || lastFailure > lastSuccess);
  return <Badge tone={isFailing ? 'mirch' : 'leaf'}>{t(isFailing ? 'failing' : 'ok')}</Badge>;
}

export function RunTimes({ of: { lastSuccess, lastFailure } }: { of: Runs }) {
  const t = useT('operations');
  const timeText = useTimeText();
  return (
    <p className="text-note text-soft">
      {t('lastSuccess')}: {timeText(lastSuccess)}
      {lastFailure && (
        <>
          <br />
          {t('lastFailure')}: {timeText(lastFailure)}
        </>
      )}
    </p>
  );
}
