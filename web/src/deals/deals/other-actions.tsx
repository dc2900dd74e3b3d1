import { dealSteps, hasEnded } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

const loadDialogs = () => import('./reason-dialogs.tsx');
const CancelDialog = lazy(async () => ({ default: (await loadDialogs()).CancelDialog }));
const ProblemDialog = lazy(async () => ({ default: (await loadDialogs()).ProblemDialog }));

interface OtherActionsProps {
  deal: Deal;
  side: Side;
}

/** Shows that one side wants to cancel, and lets the other side agree. */
export function CancellationBanner({ deal, side }: OtherActionsProps) {
  const t = useT('deals');
  const [isOpen, setOpen] = useState(false);
  const other = otherSide(side);
  const name = usePartyName()(deal[other]);
  const { cancellations } = deal;
  if (hasEnded(deal)) return null;
  if (cancellations[side]) {
    const canConfirm = dealSteps.some((step) => deal.confirmations[step][side] === null);
    return (
      <p className="rounded-card bg-haldi-wash p-4">
        {t('cancelOwn', { name })} {canConfirm && t('cancelTakenBack')}
      </p>
    );
  }
  if (!cancellations[other]) return null;
  const reason = deal.events.filter(({ kind, by }) => kind === 'cancel' && by === other).at(-1)?.text;
  return (
    <div className="flex flex-col items-start gap-2 rounded-card bg-haldi-wash p-4">
      <p className="font-semibold">{asStart(t('cancelWanted', { name }))}</p>
      {reason && <p className="whitespace-pre-line">“{reason}”</p>}
      <Button variant="line" onClick={() => setOpen(true)}>
        {t('cancelAgree')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CancelDialog deal={deal} side={side} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

export function OtherActions({ deal, side }: OtherActionsProps) {
  const t = useT('deals');
  const [open, setOpen] = useState<'cancel' | 'problem'>();
  const canCancel = !hasEnded(deal) && deal.cancellations[side] === null;
  const close = () => setOpen(undefined);
  return (
    <Card className="flex flex-col items-start gap-1 p-4 md:p-5">
      <h2 className="text-lead font-semibold">{t('otherActions')}</h2>
      <div className="-ml-3 flex flex-wrap">
        <Button variant="quiet" onClick={() => setOpen('problem')} className="px-3">
          {t('problem')}
        </Button>
        {canCancel && (
          <Button variant="quiet" onClick={() => setOpen('cancel')} className="px-3 text-mirch">
            {t('cancel')}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {open === 'cancel' && <CancelDialog deal={deal} side={side} onClose={close} />}
        {open === 'problem' && <ProblemDialog deal={deal} side={side} onClose={close} />}
      </Suspense>
    </Card>
  );
}
