import type { Deal } from '@upaj/contract/deals/deals';
import type { Party } from '@upaj/contract/deals/offers';
import { formatCount, formatDate, formatMoney } from '#lib/format.ts';
import type { Locale } from '#i18n/locale.ts';
import { loadLanguage, type OneLanguage } from '#i18n/one-language.ts';

const sections = ['deals', 'names'] as const;

/** The other side may read another language, so the second language of the slip is English. */
export function loadSlipLanguages(locale: Locale) {
  const other = locale === 'en' ? 'hi' : locale;
  return Promise.all([loadLanguage('en', sections), loadLanguage(other, sections)]);
}

export interface SlipLine {
  key: string;
  label: string;
  value: string;
}

export interface SlipTexts {
  language: string;
  title: string;
  /** Written across the whole slip of a cancelled deal. */
  cancelled: string;
  lines: SlipLine[];
  total: Omit<SlipLine, 'key'>;
  footer: string;
  signatures: string[];
}

export function slipTexts(deal: Deal, { locale, t: textsOf, placeName }: OneLanguage): SlipTexts {
  const t = textsOf('deals');
  const { terms, place } = deal;
  const { quantity, unit, price, priceUnit, delivery, note, pickupDate, bags, advance } = terms;
  const person = ({ fullName, username }: Party) =>
    fullName === null ? t('formerMember') : username === null ? fullName : `${fullName} (@${username})`;
  const amount = textsOf('names')(`amount.${unit}`, { count: quantity, amount: formatCount(quantity) });
  const day = pickupDate ? formatDate(pickupDate, locale) : '';
  const lines = {
    'slip.number': deal.number,
    'slip.status': t(`status.${deal.status}`),
    'slip.date': formatDate(deal.createdAt, locale),
    'slip.seller': person(deal.seller),
    'slip.buyer': person(deal.buyer),
    goods: deal.goods.title,
    quantity: amount,
    price: `${formatMoney(price)} ${textsOf('names')(`unit.${priceUnit}`)}`,
    delivery: t(`deliveries.${delivery}`),
    'pickupDate.pickup': delivery === 'pickup' ? day : '',
    'pickupDate.delivered': delivery === 'delivered' ? day : '',
    bags: bags ? formatCount(bags) : '',
    advance: advance ? formatMoney(advance) : '',
    place: [place.village, place.city, placeName(place.district), placeName(place.state)]
      .filter(Boolean)
      .join(', '),
    note,
  } as const;
  const keys = Object.keys(lines) as (keyof typeof lines)[];
  return {
    language: locale,
    title: t('slip.title'),
    cancelled: deal.status === 'cancelled' ? t('status.cancelled') : '',
    lines: keys.filter((key) => lines[key]).map((key) => ({ key, label: t(key), value: lines[key] })),
    total: { label: t('total'), value: formatMoney(deal.total) },
    footer: t('slip.noMoney'),
    signatures: [t('slip.signSeller'), t('slip.signBuyer')],
  };
}
