import { useLocale, useT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useAmount } from '#i18n/amount.ts';
import type { SentTerms } from './terms-values.ts';

/** 'Pickup on 28 Nov · 400 bags · Advance ₹10,000'; '' when there are none. */
export function useMoreTermsText(): (terms: SentTerms) => string {
  const t = useT('offers');
  const locale = useLocale();
  const amountOf = useAmount();
  return ({ delivery, pickupDate, bags, advance }) =>
    [
      pickupDate && t(`on.${delivery}`, { date: formatDay(pickupDate, locale) }),
      bags && amountOf({ quantity: bags, unit: 'bag' }),
      advance && t('advanceOf', { amount: formatMoney(advance) }),
    ]
      .filter(Boolean)
      .join(' · ');
}
