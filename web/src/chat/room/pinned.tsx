import type { Offer } from '@upaj/contract/deals/offers';
import X from 'lucide-react/icons/x';
import { use } from 'react';
import { useT } from '#i18n/locale.ts';
import { IconButton } from '#ui/button.tsx';
import { PinnedPost } from './message-post.tsx';
import { PinnedWanted } from './message-wanted.tsx';
import { OfferPartsContext } from './offer-parts.ts';
import type { Topic } from './topic.ts';

interface PinnedProps {
  topic: Topic;
  partnerId: string;
  openOffers: readonly Offer[];
  onRemove: () => void;
}

export function Pinned({ topic, partnerId, openOffers, onRemove }: PinnedProps) {
  const tWanted = useT('wanted');
  const t = useT('chat');
  const offers = use(OfferPartsContext);
  const { post, wanted, role, isNext } = topic;
  const isOffered = openOffers.some(({ postId }) => postId === post?._id);
  return (
    <div
      role="group"
      aria-label={post ? t('aboutPost') : tWanted('about')}
      className="flex items-center gap-2 border-b border-line bg-card px-3 py-1.5"
    >
      {post && <PinnedPost post={post} />}
      {wanted && <PinnedWanted wanted={wanted} />}
      {offers && post && 'price' in post && role === 'buyer' && !isOffered && (
        <offers.PostAction post={post} />
      )}
      {offers && wanted && role === 'seller' && <offers.WantedAction {...{ wanted, partnerId }} />}
      {isNext && (
        <IconButton
          label={post ? t('removePost') : tWanted('removeFromMessage')}
          onClick={onRemove}
          className="-mr-2"
        >
          <X size={20} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
