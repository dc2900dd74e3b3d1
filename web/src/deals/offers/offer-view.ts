import { otherSide, statusAt, sideOf, type OfferStatus } from '@upaj/contract/deals/offer-machine';
import type { Offer, Party, Round } from '@upaj/contract/deals/offers';
import type { Terms } from '@upaj/contract/deals/terms';
import { getT, useLocale, useT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { useAmount } from '#i18n/amount.ts';
import type { SentTerms } from './terms-values.ts';

export function partnerOf(offer: Offer, viewerId: string): Party {
  return offer[otherSide(sideOf(offer, viewerId))];
}

/** Finds the round that the other side responds to. */
export function lastRound({ rounds }: Offer): Round {
  const round = rounds.at(-1);
  if (!round) throw new Error('An offer has a round');
  return round;
}

/** Sets the status that the offer has at `now`, because the server stores some time later that it expired. */
export function offerAt(offer: Offer, now: number): Offer {
  return { ...offer, status: statusAt(offer.status, lastRound(offer).validUntil, now) };
}

/** Writes the optional terms, such as 'Pickup on 28 Nov · 400 bags · Advance ₹10,000', or '' when there are none. */
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

const ends = { accepted: 'accept', declined: 'decline', withdrawn: 'withdraw' } as const;

type TermsText = (terms: Pick<Terms, 'quantity' | 'unit' | 'price' | 'priceUnit'>) => string;

/** `termsText` writes the terms for the eye, or for the ear. */
export function offerTexts(viewerId: string, termsText: TermsText) {
  const t = getT('offers');
  const nameOf = ({ fullName }: Party) => fullName ?? t('formerMember');

  const roundText = (offer: Offer, round: Round) => {
    const action = round.version === 1 ? 'offer' : 'counter';
    const terms = termsText(round);
    return round.by === sideOf(offer, viewerId)
      ? t(`you.${action}`, { terms })
      : t(`they.${action}`, { terms, name: nameOf(offer[round.by]) });
  };

  const endText = (offer: Offer, status: Exclude<OfferStatus, 'open'>) => {
    if (status === 'expired') return t('expired');
    const by = status === 'withdrawn' ? otherSide(offer.turn) : offer.turn;
    return by === sideOf(offer, viewerId)
      ? t(`you.${ends[status]}`)
      : t(`they.${ends[status]}`, { name: nameOf(offer[by]) });
  };

  /** Writes the last change of the offer. */
  const headline = (offer: Offer) =>
    offer.status === 'open' ? roundText(offer, lastRound(offer)) : endText(offer, offer.status);

  return { nameOf, roundText, headline };
}

export function useOfferTexts(viewerId: string) {
  const tNames = useT('names');
  const t = useT('offers');
  const amountOf = useAmount();
  const moreOf = useMoreTermsText();

  const termsText: TermsText = (terms) =>
    t('terms', {
      amount: amountOf(terms),
      price: formatMoney(terms.price),
      unit: tNames(`unit.${terms.priceUnit}`),
    });

  const summary = (title: string, terms: Terms & { total: number }) =>
    t('summary', {
      title,
      terms: [termsText(terms), moreOf(terms)].filter(Boolean).join(' · '),
      delivery: t(`delivery.${terms.delivery}`),
      total: formatMoney(terms.total),
    });

  return { ...offerTexts(viewerId, termsText), termsText, summary };
}
