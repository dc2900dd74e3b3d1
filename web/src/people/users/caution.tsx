import type { BadgePart, PersonCheck } from '@upaj/contract/people/checks';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';

export interface CautionProps {
  of: {
    verifiedFor?: readonly PersonCheck[] | undefined;
    badgeReview?: { at: string | null; changed: readonly BadgePart[] } | null | undefined;
    hasNameOfVerified?: boolean | undefined;
  };
  className?: string;
}

/** Says what a name alone would hide: a changed badge, or a verified person of the same name. */
export function Caution({
  of: { verifiedFor = [], badgeReview, hasNameOfVerified },
  className,
}: CautionProps) {
  const t = useT('caution');
  const tCommon = useT('common');
  const { date } = useFormat();
  if (!badgeReview && !hasNameOfVerified) return null;
  const checks = verifiedFor.map((check) => tCommon(`check.${check}`)).join(', ');
  return (
    <div
      className={cx('flex items-start gap-2 rounded-control bg-haldi-wash px-3 py-2 text-note', className)}
    >
      <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        {badgeReview && (
          <p>
            {badgeReview.at && checks
              ? t('checked', { date: date(badgeReview.at), checks })
              : t('checkedBefore')}{' '}
            {t('changed', { parts: badgeReview.changed.map((part) => t(`part.${part}`)).join(', ') })}
          </p>
        )}
        {hasNameOfVerified && <p>{t('sameName')}</p>}
      </div>
    </div>
  );
}
