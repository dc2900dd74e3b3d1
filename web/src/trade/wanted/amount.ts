import type { Wanted } from '@upaj/contract/trade/wanted';
import { useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';

/** '20.5 tonnes'. */
export function useAmount(): (wanted: Pick<Wanted, 'quantity' | 'unit'>) => string {
  const t = useT('wanted');
  return ({ quantity, unit }) => t(`amount.${unit}`, { count: quantity, amount: formatCount(quantity) });
}
