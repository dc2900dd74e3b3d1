import { use, useState } from 'react';
import { IsReachableContext, type OfferParts } from '#chat/room/offer-parts.ts';
import { useT } from '#i18n/locale.ts';
import { DealLine, FoldedOffer, OfferEnd } from './chat-lines.tsx';
import { LazyPickPost, LazyWantedOffer } from './lazy-sheet.tsx';
import { MakeOffer, OfferButton } from './make-offer.tsx';
import { OpenOffers } from './open-offers.tsx';
import { StoredOffer } from './stored-offer.tsx';
import { RefusedOffer, UnsentOffer } from './unsent-offer.tsx';

const besideTopic = 'shrink-0 max-sm:px-3 max-sm:*:[svg]:hidden';

export const offerParts: OfferParts = {
  Stored: StoredOffer,
  End: OfferEnd,
  Deal: DealLine,
  Folded: FoldedOffer,
  Unsent: UnsentOffer,
  Refused: RefusedOffer,
  Open: OpenOffers,
  PostAction: function PostAction({ post }) {
    const t = useT('chat');
    return use(IsReachableContext) && post.isAvailable ? (
      <MakeOffer postId={post._id} className={besideTopic}>
        {t('makeOffer')}
      </MakeOffer>
    ) : null;
  },
  WantedAction: function WantedAction({ wanted, partnerId }) {
    const t = useT('chat');
    const [isOpen, setOpen] = useState(false);
    if (!use(IsReachableContext) || !wanted.isOpen || wanted.isEnded) return null;
    return (
      <>
        <OfferButton onClick={() => setOpen(true)} className={besideTopic}>
          {t('makeOffer')}
        </OfferButton>
        {isOpen && <LazyWantedOffer {...{ wanted, partnerId }} onClose={() => setOpen(false)} />}
      </>
    );
  },
  PickPost: LazyPickPost,
};
