import { nextStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { getT, useLocale } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';

export function useNextSentence(): (deal: Deal, side: Side) => string {
  useLocale();
  return (deal, side) => nextSentence(deal, side, formatMoney(deal.total));
}

/** `amount` is the deal's total, for the eye or for the ear. */
export function nextSentence(deal: Deal, side: Side, amount: string): string {
  const t = getT('deals');
  const name = deal[otherSide(side)].fullName ?? t('formerMember');
  if (deal.status === 'cancelled') return t(`next.cancelled.${whoCancelled(deal, side)}`, { name });
  const next = nextStep(deal, side);
  if (!next) return t('next.completed');
  const whose = next.by === side ? 'own' : 'other';
  return t(`next.${whose}.${next.by}.${next.step}`, { name, amount });
}

function whoCancelled({ cancellations }: Deal, side: Side): 'own' | 'other' | 'both' | 'neither' {
  const [own, other] = [cancellations[side], cancellations[otherSide(side)]];
  if (own === null) return other === null ? 'neither' : 'other';
  return other === null ? 'own' : 'both';
}
