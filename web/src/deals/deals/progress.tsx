import { dealSteps, type DealStep } from '@upaj/contract/deals/deal-machine';
import type { Deal, DealEvent } from '@upaj/contract/deals/deals';
import type { Side } from '@upaj/contract/deals/offer-machine';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Card } from '#ui/card.tsx';

interface ProgressProps {
  deal: Deal;
  side: Side;
}

/** In each step, the side that gives comes before the side that receives. */
const order: Record<DealStep, readonly Side[]> = {
  delivered: ['seller', 'buyer'],
  paid: ['buyer', 'seller'],
};

export function Progress({ deal, side }: ProgressProps) {
  const t = useT('deals');
  const { time } = useFormat();
  const who = useWho(deal, side);
  const steps = dealSteps.flatMap((step) => order[step].map((by) => ({ step, by })));
  return (
    <Card className="p-4 md:p-5">
      <h2 className="mb-2 text-lead font-semibold">{t('steps')}</h2>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {steps.map(({ step, by }) => {
          const at = deal.confirmations[step][by];
          const Icon = at ? CircleCheck : CircleDashed;
          return (
            <li key={step + by} className="flex items-start gap-2.5 py-2">
              <Icon size={22} aria-hidden className={at ? 'text-leaf' : 'text-soft'} />
              <span className="min-w-0">
                <b className={at ? 'font-semibold' : 'font-normal text-soft'}>{t(`step.${step}.${by}`)}</b>
                <span className="block text-note text-soft">
                  {who(by)} · {at ? <time dateTime={at}>{time(Date.parse(at))}</time> : t('notYet')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function History({ deal, side }: ProgressProps) {
  const t = useT('deals');
  const { time } = useFormat();
  const who = useWho(deal, side);
  const labelOf = ({ kind, by }: DealEvent) =>
    kind === 'delivered' || kind === 'paid' ? t(`step.${kind}.${by ?? 'seller'}`) : t(`event.${kind}`);
  return (
    <Card className="p-4 md:p-5">
      <h2 className="mb-3 text-lead font-semibold">{t('history')}</h2>
      <ol className="ml-1.5 border-l-2 border-line">
        {deal.events.map((event) => (
          <li key={event.number} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[0.4375rem] size-3 rounded-full border-2 border-card bg-leaf"
            />
            <p className="font-medium">{labelOf(event)}</p>
            <p className="text-note text-soft">
              {event.by && `${who(event.by)} · `}
              <time dateTime={event.createdAt}>{time(Date.parse(event.createdAt))}</time>
            </p>
            {event.text && (
              <p lang={langOf(event.text)} className="mt-1 whitespace-pre-line">
                “{event.text}”
              </p>
            )}
            {event.kind === 'problem' && <p className="mt-1 text-note text-soft">{t('problemPrivate')}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function useWho(deal: Deal, side: Side): (by: Side) => string {
  const t = useT('deals');
  const nameOf = usePartyName();
  return (by) => (by === side ? t('you') : asStart(nameOf(deal[by])));
}
