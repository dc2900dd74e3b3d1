import { nextStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { usePartyName } from '#deals/deals/parties.ts';

export function useNextSentence(): (deal: Deal, side: Side) => string {
  const t = useT('deals');
  const nameOf = usePartyName();
  return (deal, side) => {
    const name = nameOf(deal[otherSide(side)]);
    if (deal.status === 'cancelled') return t(`next.cancelled.${whoCancelled(deal, side)}`, { name });
    const next = nextStep(deal, side);
    if (!next) return t('next.completed');
    const whose = next.by === side ? 'own' : 'other';
    return t(`next.${whose}.${next.by}.${next.step}`, { name, amount: formatMoney(deal.total) });
  };
}

function whoCancelled({ cancellations }: Deal, side: Side): 'own' | 'other' | 'both' | 'neither' {
  const [own, other] = [cancellations[side], cancellations[otherSide(side)]];
  if (own === null) return other === null ? 'neither' : 'other';
  return other === null ? 'own' : 'both';
}
