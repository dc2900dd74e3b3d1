import { sideOf } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { Terms } from '@upaj/contract/deals/terms';
import { getLocale, getT } from '#i18n/locale.ts';
import {
  spokenAmount,
  spokenMoney,
  spokenSentences,
  spokenText,
  spokenTime,
  spokenUnit,
  type Speech,
} from '#i18n/spoken.ts';
import { formatDate } from '#lib/format.ts';
import { lastRound, offerTexts, partnerOf } from './offer-view.ts';
import type { OptionalTerms } from './terms-values.ts';

export function spokenTerms(terms: Pick<Terms, 'quantity' | 'unit' | 'price' | 'priceUnit'>): string {
  return getT('offers')('terms', {
    amount: spokenAmount(terms),
    price: spokenMoney(terms.price),
    unit: spokenUnit(terms.priceUnit),
  });
}

/** Returns a sentence for each of the optional terms, and the total. */
export function spokenMoreTerms(
  { delivery, pickupDate, bags, advance }: OptionalTerms & Pick<Terms, 'delivery'>,
  total: number,
): (string | undefined)[] {
  const t = getT('offers');
  return [
    pickupDate ? t(`on.${delivery}`, { date: formatDate(pickupDate, getLocale()) }) : undefined,
    bags ? spokenAmount({ quantity: bags, unit: 'bag' }) : undefined,
    advance ? t('advanceOf', { amount: spokenMoney(advance) }) : undefined,
    getT('listen')('total', { total: spokenMoney(total) }),
  ];
}

/** Says what was offered last, and who responds to it until when. */
export function offerSpeech(offer: Offer, viewerId: string): Speech[] {
  const t = getT('offers');
  const { nameOf, roundText, headline } = offerTexts(viewerId, spokenTerms);
  const round = lastRound(offer);
  const time = spokenTime(round.validUntil);
  const isTurn = offer.turn === sideOf(offer, viewerId);
  const next = isTurn
    ? t('yourTurn', { time })
    : t('theirTurn', { time, name: nameOf(partnerOf(offer, viewerId)) });
  return [
    ...spokenText(offer.goods.title),
    spokenSentences([
      roundText(offer, round),
      t(`delivery.${round.delivery}`),
      ...spokenMoreTerms(round, round.total),
    ]),
    ...spokenText(round.note),
    spokenSentences([offer.status === 'open' ? next : headline(offer)]),
  ];
}
