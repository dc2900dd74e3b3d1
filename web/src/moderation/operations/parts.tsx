import { useLocale, useT } from '#i18n/locale.ts';
import { formatTime } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';

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
