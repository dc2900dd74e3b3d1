import type { Offer } from '@upaj/contract/deals/offers';
import Handshake from 'lucide-react/icons/handshake';
import { use } from 'react';
import { IsReachableContext, type StoredOfferProps } from '#chat/room/offer-parts.ts';
import { useT } from '#i18n/locale.ts';
import { useNow } from '#lib/use-time.ts';
import { useUser } from '#people/users/session.ts';
import { MakeOffer } from './make-offer.tsx';
import { OfferActions } from './offer-actions.tsx';
import { OfferCard } from './offer-card.tsx';
import { lastRound, offerAt, useMoreTermsText, useOfferTexts } from './offer-view.ts';
import { valuesOfTerms } from './terms-values.ts';

export function StoredOffer({ message, isCard, hasEnd, dealStatus }: StoredOfferProps) {
  const { offer, offerVersion } = message;
  const viewerId = useUser()?._id;
  if (!offer || !viewerId) return null;
  if (!isCard) return <Earlier offer={offer} version={offerVersion ?? 0} viewerId={viewerId} />;
  const current = { ...offer, dealStatus: dealStatus ?? offer.dealStatus };
  return <Current offer={current} hasEnd={hasEnd} viewerId={viewerId} />;
}

interface CurrentProps extends Pick<StoredOfferProps, 'hasEnd'> {
  offer: Offer;
  viewerId: string;
}

function Current({ offer, hasEnd, viewerId }: CurrentProps) {
  const now = useNow(10_000);
  return (
    <div className="w-[17.5rem] max-w-full md:w-96">
      <OfferCard offer={offerAt(offer, now)} viewerId={viewerId} isInRoom hasEnd={hasEnd}>
        {/* The offer has the server's status here, because the phone's clock may be wrong. */}
        <OfferActions offer={offer} viewerId={viewerId} />
        <OfferAgain offer={offer} viewerId={viewerId} />
      </OfferCard>
    </div>
  );
}

interface EarlierProps {
  offer: Offer;
  version: number;
  viewerId: string;
}

function Earlier({ offer, version, viewerId }: EarlierProps) {
  const { roundText } = useOfferTexts(viewerId);
  const moreOf = useMoreTermsText();
  const round = offer.rounds.find((one) => one.version === version);
  if (!round) return null;
  return (
    <p className="flex items-start gap-2 wrap-anywhere">
      <Handshake size={18} aria-hidden className="mt-0.5 shrink-0 text-soft" />
      {[roundText(offer, round), moreOf(round)].filter(Boolean).join(' · ')}
    </p>
  );
}

const ended = new Set<Offer['status']>(['declined', 'withdrawn', 'expired']);

/** Lets the buyer of an offer that ended without a deal make a new one with its last terms. */
function OfferAgain({ offer, viewerId }: { offer: Offer; viewerId: string }) {
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
