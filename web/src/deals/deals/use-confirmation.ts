import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DealStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast/toast.ts';
import { confirmStep } from './api.ts';
import { focusNextStep } from './focus-next-step.ts';

/** A question comes first, because a confirmation cannot be taken back. */
export function useConfirmation(deal: Deal, side: Side) {
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
  const askAndConfirm = async (step: DealStep) => {
    const name = nameOf(deal[otherSide(side)]);
    const isSure = await confirm({
      title: t(`ask.${side}.${step}`, { amount: formatMoney(deal.total) }),
      text: asStart(side === 'seller' && step === 'paid' ? t('askMoney', { name }) : t('askText', { name })),
      action: t(`confirm.${side}.${step}`),
      goBack: tOffers('goBack'),
    });
    if (isSure) mutate(step);
  };
  return { confirmStep: (step: DealStep) => void askAndConfirm(step), isBusy: isPending, error };
}
