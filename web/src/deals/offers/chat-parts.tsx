import { use, useState } from 'react';
import { IsReachableContext, type OfferParts } from '#chat/room/offer-parts.ts';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery, useLoaded } from '#lib/use-loaded.ts';
import { Skeleton } from '#ui/loading.tsx';
import { LazyPickPost, LazyWantedOffer } from './lazy-sheet.tsx';
import { MakeOffer, OfferButton } from './make-offer.tsx';

async function loadParts() {
  const [
    { StoredOffer },
    { OfferEnd, DealLine, FoldedOffer },
    { OpenOffers },
    { UnsentOffer, RefusedOffer },
  ] = await Promise.all([
    import('./stored-offer.tsx'),
    import('./chat-lines.tsx'),
    import('./open-offers.tsx'),
    import('./unsent-offer.tsx'),
    loadTexts('offers'),
    loadTexts('deals'),
    loadTexts('post-page'),
  ]);
  return { StoredOffer, OfferEnd, DealLine, FoldedOffer, OpenOffers, UnsentOffer, RefusedOffer };
}

export const offerPartsQuery = moduleQuery('offers', loadParts);

const useParts = () => useLoaded('offers', loadParts);

const besideTopic = 'shrink-0 max-sm:px-3 max-sm:*:[svg]:hidden';

/** Loaded by a conversation with an offer. */
export const offerParts: OfferParts = {
  Stored: function Stored(props) {
    const parts = useParts();
    return parts ? <parts.StoredOffer {...props} /> : <Loading />;
  },
  End: function End(props) {
    const parts = useParts();
    return parts ? <parts.OfferEnd {...props} /> : null;
  },
  Deal: function Deal(props) {
    const parts = useParts();
    return parts ? <parts.DealLine {...props} /> : null;
  },
  Folded: function Folded(props) {
    const parts = useParts();
    return parts ? <parts.FoldedOffer {...props} /> : null;
  },
  Unsent: function Unsent(props) {
    const parts = useParts();
    return parts ? <parts.UnsentOffer {...props} /> : <Loading />;
  },
  Refused: function Refused(props) {
    const parts = useParts();
    return parts ? <parts.RefusedOffer {...props} /> : null;
  },
  Open: function Open(props) {
    const parts = useParts();
    return parts ? <parts.OpenOffers {...props} /> : null;
  },
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

function Loading() {
  return <Skeleton shape="block" className="h-48 w-[17.5rem] max-w-full md:w-96" />;
}
