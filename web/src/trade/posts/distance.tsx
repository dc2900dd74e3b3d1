import { useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';

export function Distance({ km }: { km: number | null | undefined }) {
  const t = useT('post');
  if (km === null || km === undefined) return null;
  return (
    <span className="shrink-0">
      · {t('distance', { km: Math.round(km), shown: formatCount(Math.round(km)) })}
    </span>
  );
}
