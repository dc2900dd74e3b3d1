import { sideOf } from '@upaj/contract/deals/offer-machine';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Handshake from 'lucide-react/icons/handshake';
import { useState, type ComponentProps } from 'react';
import type { OfferParts } from '#chat/room/offer-parts.ts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useNow } from '#lib/use-time.ts';
import { useUser } from '#people/users/session.ts';
import { useAmount } from '#i18n/amount.ts';
import { Sheet } from '#ui/dialog.tsx';
import { OfferActions } from './offer-actions.tsx';
import { OfferCard, StatusBadge } from './offer-card.tsx';
import { lastRound, offerAt } from './offer-view.ts';

/** Shows open offers above the composer, because their messages may be far up in the conversation. */
export function OpenOffers({ offers, lastId }: ComponentProps<OfferParts['Open']>) {
  const t = useT('offers');
  const amountOf = useAmount();
  const viewerId = useUser()?._id;
  const now = useNow(10_000);
  const [isOpen, setOpen] = useState(false);
  if (!viewerId) return null;
  const isTurn = ({ turn, buyer }: (typeof offers)[number]) => turn === sideOf({ buyer }, viewerId);
  const [distant] = offers.filter(({ _id }) => _id !== lastId);
  const first = distant && (offers.find(isTurn) ?? distant);
  const round = first && lastRound(first);
  return (
    <>
      {round && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-2 border-t border-line bg-card px-3 py-1 text-left text-note -outline-offset-3 hover:bg-leaf-wash"
        >
          <Handshake size={18} aria-hidden className="shrink-0 text-leaf" />
          <span className="min-w-0 flex-1 font-medium">
            {t('openOffers', {
              count: offers.length,
              amount: amountOf(round),
              total: formatMoney(round.total),
            })}
          </span>
          <StatusBadge offer={offerAt(first, now)} isTurn={isTurn(first)} />
          <ChevronUp size={18} aria-hidden className="shrink-0 text-soft" />
        </button>
      )}
      {isOpen && (
        <Sheet title={t('openTitle', { count: offers.length })} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-4 divide-y divide-line *:not-last:pb-4">
            {offers.map((offer) => (
              <div key={offer._id}>
                <OfferCard offer={offerAt(offer, now)} viewerId={viewerId}>
                  <OfferActions offer={offer} viewerId={viewerId} onResponded={() => setOpen(false)} />
                </OfferCard>
              </div>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
