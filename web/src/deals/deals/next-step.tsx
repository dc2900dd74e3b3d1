import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  hasEnded,
  isUntouched,
  nextStep,
  untouchedDays,
  type DealStep,
} from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { formatMoney, useFormat } from '#lib/format.ts';
import { PayByUpi } from '#deals/upi/pay-by-upi.tsx';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { FormError } from '#ui/field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { confirmStep } from './api.ts';
import { focusNextStep, nextStepId } from './focus-next-step.ts';
import { useNextSentence } from './next-sentence.ts';

export function NextStep({ deal, side }: { deal: Deal; side: Side }) {
  const tCommon = useT('common');
  const t = useT('deals');
  const sentenceOf = useNextSentence();
  const { date } = useFormat();
  const { askAndConfirm, isBusy, error } = useConfirmation(deal, side);
  const next = nextStep(deal, side);
  const own = next?.by === side ? next.step : undefined;
  const owesPayment = !hasEnded(deal) && deal.confirmations.paid[side] === null;
  const isUpiDue = own === 'paid' && side === 'buyer' && deal.hasUpi;
  const upi = owesPayment && side === 'buyer' && deal.hasUpi && (
    <PayByUpi deal={deal} isEarly={own === 'delivered'} onPaid={() => askAndConfirm('paid')} />
  );
  return (
    <Card className="flex flex-col gap-3 border-leaf p-4 md:p-5">
      <h2 className="text-note font-semibold text-leaf">
        {next ? t('nextTitle') : t(`status.${deal.status}`)}
      </h2>
      <p id={nextStepId} tabIndex={-1} aria-live="polite" className="text-lead">
        {asStart(sentenceOf(deal, side))}
      </p>
      {error !== null && (
        <FormError text={tCommon('withReason', { failure: t('confirmFailed'), reason: errorText(error) })} />
      )}
      {own !== 'delivered' && upi}
      {owesPayment && !deal.hasUpi && !deal.hasOldUpi && (
        <WithoutUpi deal={deal} side={side} isDue={own === 'paid'} />
      )}
      {own && (
        <Button
          variant={isUpiDue ? 'line' : 'primary'}
          onClick={() => askAndConfirm(own)}
          busy={isBusy}
          className="w-full"
        >
          {t(`confirm.${side}.${own}`)}
        </Button>
      )}
      {own === 'delivered' && upi}
      {own !== 'paid' && owesPayment && (
        <Button variant="quiet" onClick={() => askAndConfirm('paid')} busy={isBusy} className="self-center">
          {t(`early.${side}`)}
        </Button>
      )}
      {deal.status === 'completed' && !deal.isCounted && (
        <p className="text-note text-soft">{t('next.notCounted')}</p>
      )}
      {isUntouched(deal) && (
        <p className="text-note text-soft">{t('next.lapses', { date: date(lapsesAt(deal)) })}</p>
      )}
      <p className="text-note text-soft">{t('noMoney')}</p>
    </Card>
  );
}

/** Asks the user first, because a confirmation cannot be taken back. */
function useConfirmation(deal: Deal, side: Side) {
  const tOffers = useT('offers');
  const t = useT('deals');
  const nameOf = usePartyName();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (step: DealStep) => confirmStep(client, deal._id, step),
    onSuccess: () => {
      toast.success(t('confirmed'));
      focusNextStep();
    },
  });
  const askFirst = async (step: DealStep) => {
    const name = nameOf(deal[otherSide(side)]);
    const isSure = await confirm({
      title: t(`ask.${side}.${step}`, { amount: formatMoney(deal.total) }),
      text: asStart(side === 'seller' && step === 'paid' ? t('askMoney', { name }) : t('askText', { name })),
      action: t(`confirm.${side}.${step}`),
      goBack: tOffers('goBack'),
    });
    if (isSure) mutate(step);
  };
  return { askAndConfirm: (step: DealStep) => void askFirst(step), isBusy: isPending, error };
}

function lapsesAt({ createdAt }: Deal): string {
  return new Date(Date.parse(createdAt) + untouchedDays * 24 * 60 * 60_000).toISOString();
}

function WithoutUpi({ deal, side, isDue }: { deal: Deal; side: Side; isDue: boolean }) {
  const t = useT('deals');
  const name = usePartyName()(deal[otherSide(side)]);
  if (side === 'buyer') {
    return isDue && <p className="text-soft">{asStart(t('upi.missing', { name }))}</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      <span className="min-w-0 flex-1 basis-56">{t('upi.add', { name })}</span>
      <Link to="/settings" hash="upi" className={buttonClass('line')}>
        {t('upi.toSettings')}
      </Link>
    </p>
  );
}
