import type { Offer } from '@upaj/contract/deals/offers';
import { use } from 'react';
import { IsReachableContext } from '#chat/room/offer-parts.ts';
import { useT } from '#i18n/locale.ts';
import { MakeOffer } from './make-offer.tsx';
import { lastRound } from './offer-view.ts';
import { valuesOfTerms } from './terms-values.ts';

const ended = new Set<Offer['status']>(['declined', 'withdrawn', 'expired']);

/** For the buyer of an offer that ended without a deal, with its last terms. */
export function OfferAgain({ offer, viewerId }: { offer: Offer; viewerId: string }) {
  const t = useT('offers');
  const isReachable = use(IsReachableContext);
  const { status, postId, buyer, seller } = offer;
  if (!isReachable || !postId || buyer._id !== viewerId || seller.username === null) return null;
  if (!ended.has(status)) return null;
  const terms = { ...valuesOfTerms(lastRound(offer)), note: '' };
  return (
    <MakeOffer postId={postId} terms={terms} className="w-full">
      {t('again')}
    </MakeOffer>
  );
}
