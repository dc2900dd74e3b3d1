import type { Offer } from '@upaj/contract/deals/offers';
import Handshake from 'lucide-react/icons/handshake';
import type { StoredOfferProps } from '#chat/room/offer-parts.ts';
import { useNow } from '#lib/use-time.ts';
import { useUser } from '#people/users/session.ts';
import { useMoreTermsText } from './more-terms-text.ts';
import { OfferActions } from './offer-actions.tsx';
import { OfferAgain } from './offer-again.tsx';
import { OfferCard } from './offer-card.tsx';
import { offerAt, useOfferTexts } from './offer-view.ts';

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
        {/* The phone's clock may be wrong: the server decides. */}
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
