import { nameOfCrop } from '@upaj/contract/crop-names';
import { findCrop } from '@upaj/contract/catalogue';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { PersonCheck } from '@upaj/contract/people/checks';
import { stockOf } from '@upaj/contract/deals/quantity';
import type { Language } from '@upaj/contract/texts';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { amountText, longDates, rupees, mandiNameIn, placeNameIn } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';
import { withoutContacts } from '#src/platform/contacts.ts';
import type { PublicPost, PublicProfile } from './store.ts';

export interface PostWording {
  title: string;
  price: string;
  unit: string;
  mandi: { difference: string; line: string; isBelow: boolean } | undefined;
  quantity: string;
  crop: string;
  place: string;
  seller: string;
  /** The facts in one line, for link previews. */
  summary: string;
}

export function describePost(post: PublicPost, market: MarketPrice | null, language: Language): PostWording {
  const price = rupees.format(post.price);
  const unit = textsIn(language, 'names')(`unit.${post.priceUnit}`);
  const mandi = describeMandi(post, market, language);
  const amount = stockOf(post).amount;
  const quantity = amount ? amountText(amount, language) : withoutContacts(post.quantity);
  const place = placeOf(post, language);
  const crop = findCrop(post.cropType);
  const soldOut = post.isAvailable ? '' : textsIn(language, 'post')('soldOut');
  return {
    title: withoutContacts(post.title),
    price,
    unit,
    mandi,
    quantity,
    crop: crop ? nameOfCrop(crop, language) : withoutContacts(post.cropType),
    place,
    seller: firstName(post.sellerName),
    summary: [soldOut, `${price} ${unit}`, mandi?.difference, quantity, place].filter(Boolean).join(' · '),
  };
}

function describeMandi(post: PublicPost, marketPrice: MarketPrice | null, language: Language) {
  const comparison = comparePrice({ ...post, marketPrice });
  if (!comparison || !marketPrice) return undefined;
  const t = textsIn(language, 'post');
  const { mandiPrice, unit, side, percent, isOld } = comparison;
  const money = `${rupees.format(mandiPrice)} ${textsIn(language, 'names')(`unit.${unit}`)}`;
  const market = mandiNameIn(language, marketPrice.market);
  const date = longDates[language].format(new Date(marketPrice.arrivalDate));
  return {
    difference: side === 'same' ? t('mandi.same') : t(`mandi.${side}`, { percent }),
    line: [
      t('mandi.price', { price: money, market, km: marketPrice.distanceKm }),
      isOld ? t('mandi.old', { date }) : date,
      marketPrice.isSample ? t('mandi.sample') : 'AGMARKNET',
    ].join(' · '),
    isBelow: side === 'below',
  };
}

export function describeProfile(
  profile: PublicProfile,
  language: Language,
): { title: string; summary: string } {
  const { fullName: name, userType, isVerified, verifiedFor } = profile;
  const facts = [
    textsIn(language, 'names')(`userType.${userType}`),
    isVerified && verifiedText(verifiedFor, language),
    placeOf(profile, language),
  ];
  return {
    title: textsIn(language, 'public-page')('profile', { name: firstName(name) }),
    summary: facts.filter(Boolean).join(' · '),
  };
}

function placeOf({ district, state }: { district: string; state: string }, language: Language): string {
  return [district, state].filter(Boolean).map(placeNameIn(language)).join(', ');
}

function firstName(fullName: string): string {
  return withoutContacts(fullName).split(/\s+/, 1)[0] ?? '';
}

/** Says what was checked, if that is recorded. */
export function verifiedText(verifiedFor: readonly PersonCheck[], language: Language): string {
  const t = textsIn(language, 'common');
  const checks = verifiedFor.map((check) => t(`check.${check}`)).join(', ');
  return checks ? `${t('verified')}: ${checks}` : t('verified');
}
