import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import Check from 'lucide-react/icons/check';
import { useT } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';

const stages = ['agreed', 'delivered', 'paid', 'completed'] as const satisfies DealStatus[];

/** Returns whether both sides have confirmed the stage. 'paid' may be done before 'delivered'. */
function isDone({ status }: Deal, stage: (typeof stages)[number]): boolean {
  return stage === 'agreed' || status === stage || status === 'completed';
}

export function ProgressLine({ deal }: { deal: Deal }) {
  const t = useT('deals');
  if (deal.status === 'cancelled') return null;
  const current = stages.find((stage) => !isDone(deal, stage));
  return (
    <ol aria-label={t('progress')} className="grid grid-cols-4 text-center text-tiny">
      {stages.map((stage) => {
        const done = isDone(deal, stage);
        return (
          <li
            key={stage}
            aria-current={stage === current ? 'step' : undefined}
            className={cx(
              'relative flex flex-col items-center gap-1 leading-tight',
              // This is the line from the circle of the stage before.
              'before:absolute before:top-[0.6875rem] before:right-[calc(50%+0.75rem)] before:h-0.5 before:w-[calc(100%-1.5rem)] first:before:hidden',
              done ? 'font-semibold text-leaf before:bg-leaf' : 'text-soft before:bg-line',
            )}
          >
            <span
              className={cx(
                'relative grid size-6 place-items-center rounded-full border-2',
                done ? 'border-leaf bg-leaf text-on-leaf' : 'bg-paper',
                !done && (stage === current ? 'border-leaf' : 'border-line'),
              )}
            >
              {done && <Check size={14} strokeWidth={3} aria-hidden />}
            </span>
            {t(`status.${stage}`)}
            <span className="sr-only">, {done ? t('progressDone') : t('notYet')}</span>
          </li>
        );
      })}
    </ol>
  );
}
