import { nextStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { usePartyName } from '#deals/parties.ts';

export function useNextSentence(): (deal: Deal, side: Side) => string {
  const t = useT('deals');
  const nameOf = usePartyName();
  return (deal, side) => {
    const next = nextStep(deal, side);
    if (!next) return deal.status === 'cancelled' ? t('next.cancelled') : t('next.completed');
    const whose = next.by === side ? 'own' : 'other';
    const name = nameOf(deal[otherSide(side)]);
    return t(`next.${whose}.${next.by}.${next.step}`, { name, amount: formatMoney(deal.total) });
  };
}
