import { rupeesOf, totalInPaise } from '@upaj/contract/deals/totals';
import { actionsOf, sideOf } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { ErrorCode } from '@upaj/contract/errors';
import Handshake from 'lucide-react/icons/handshake';
import { use, useState } from 'react';
import type { Outgoing, OutgoingOffer } from '#chat/send-queue/queue-store.ts';
import { IsReachableContext } from '#chat/room/offer-parts.ts';
import { useQuantityText } from '#i18n/amount.ts';
import { useT } from '#i18n/locale.ts';
import { codeText } from '#lib/api-errors.ts';
import { useUser } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { GoodsLine, TermsBlock } from './offer-card.tsx';
import { useOfferTexts } from './offer-view.ts';
import { LazyCounterSheet, LazyNewOfferSheet } from './lazy-sheet.tsx';
import { useSendOffer } from './send-offer.ts';
import { valuesOfTerms } from './terms-values.ts';

export function UnsentOffer({ offer }: { offer: OutgoingOffer }) {
  const t = useT('offers');
  const viewerId = useUser()?._id;
  if (!viewerId) return null;
  if (offer.action !== 'offer' && offer.action !== 'counter') {
    return (
      <p className="flex items-start gap-2">
        <Handshake size={18} aria-hidden className="mt-0.5 shrink-0 text-soft" />
        {t(`unsent.${offer.action}`)}
      </p>
    );
  }
  const { goods, terms } = offer;
  return (
    <article
      aria-label={t('about', { title: goods.title })}
      className="flex w-[17.5rem] max-w-full flex-col gap-2 md:w-96"
    >
      <GoodsLine goods={goods} postId={offer.action === 'offer' ? offer.postId : null} />
      <TermsBlock terms={terms} total={Number(rupeesOf(totalInPaise(terms) ?? 0n))} viewerId={viewerId} />
    </article>
  );
}

interface RefusedOfferProps {
  item: Outgoing;
  onRetry: () => void;
  onDelete: () => void;
}

/** Shows why the offer was refused, and lets the user send its terms again. */
export function RefusedOffer({ item: { receiverId, offer, failure }, onRetry, onDelete }: RefusedOfferProps) {
  const tCommon = useT('common');
  const t = useT('offers');
  const viewerId = useUser()?._id;
  const quantityText = useQuantityText();
  const { headline } = useOfferTexts(viewerId ?? '');
  const isReachable = use(IsReachableContext);
  const [isOpen, setOpen] = useState(false);
  if (!viewerId || !offer || !failure) return null;
  const { code, message, offer: current } = failure;
  const reason = (code === 'INVALID_INPUT' ? undefined : codeText(code)) ?? message;
  const again =
    isReachable && 'terms' in offer && !pointless.has(code) ? againFor(offer, current, viewerId) : undefined;
  const left = offer.action === 'accept' && code === 'NOT_ENOUGH_LEFT' ? failure.left : undefined;
  const sheet = {
    viewerId,
    initial: 'terms' in offer ? valuesOfTerms(offer.terms, offer.terms.validDays) : undefined,
    onClose: () => setOpen(false),
    onSent: () => {
      setOpen(false);
      onDelete();
    },
  };
  return (
    <>
      <div role="alert" className="flex max-w-[85%] flex-col items-end gap-1 text-right text-note">
        <p className="text-mirch">
          {left
            ? t('acceptShortage', { left: quantityText(left) })
            : `${t(`notSent.${offer.action}`)}: ${reason}`}
        </p>
        {current && <p className="font-medium">{headline(current)}</p>}
        <div className="flex flex-wrap justify-end gap-x-1">
          {code === 'TOO_MANY_REQUESTS' && (
            <Button variant="quiet" onClick={onRetry}>
              {tCommon('retry')}
            </Button>
          )}
          {left && offer.action === 'accept' && (
            <AcceptAnyway offer={offer} {...{ receiverId, viewerId, onDelete }} />
          )}
          {again && (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {t('useAgain')}
            </Button>
          )}
          <Button variant="quiet" className="text-mirch" onClick={onDelete}>
            {t('discard')}
          </Button>
        </div>
      </div>
      {isOpen && again && 'counter' in again && <LazyCounterSheet {...sheet} offer={again.counter} />}
      {isOpen && again && 'postId' in again && (
        <LazyNewOfferSheet
          {...sheet}
          postId={again.postId}
          wanted={again.wantedId ? { wantedId: again.wantedId, buyerId: receiverId } : undefined}
        />
      )}
    </>
  );
}

interface AcceptAnywayProps extends Pick<RefusedOfferProps, 'onDelete'> {
  offer: OutgoingOffer & { action: 'accept' };
  receiverId: string;
  viewerId: string;
}

function AcceptAnyway({ offer, receiverId, viewerId, onDelete }: AcceptAnywayProps) {
  const t = useT('offers');
  const send = useSendOffer(viewerId);
  const accept = async () => {
    await send(receiverId, { ...offer, acceptsShortage: true });
    onDelete();
  };
  return (
    <Button variant="quiet" onClick={() => void accept()}>
      {t('acceptAnyway')}
    </Button>
  );
}

/** After these errors, the same terms would be refused again. */
const pointless = new Set<string>([
  'POST_NOT_FOR_SALE',
  'POST_NOT_FOUND',
  'WANTED_NOT_FOUND',
  'TOO_MANY_OFFERS_TODAY',
] satisfies ErrorCode[]);

/** Makes a counter-offer of the terms when it is the viewer's turn, else a new offer of the buyer. */
function againFor(
  offer: OutgoingOffer,
  current: Offer | undefined,
  viewerId: string,
): { counter: Offer } | { postId: string; wantedId?: string | undefined } | undefined {
  if (current && actionsOf(current, sideOf(current, viewerId)).includes('counter'))
    return { counter: current };
  if (offer.action === 'offer' && offer.wantedId) return offer;
  const isSeller = current && sideOf(current, viewerId) === 'seller';
  const postId = offer.action === 'offer' ? offer.postId : current?.postId;
  return postId && !isSeller ? { postId } : undefined;
}
