import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChatUser } from '@upaj/contract/chat/messages';
import type { ListedPost } from '@upaj/contract/trade/posts';
import Sprout from 'lucide-react/icons/sprout';
import { useState } from 'react';
import type { WantedReference } from '#chat/room/message-wanted.tsx';
import { useAmount } from '#i18n/amount.ts';
import { langOf, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useUser } from '#people/users/session.ts';
import { ownPostsQuery, userPostsQuery } from '#trade/posts/api.ts';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList, type PagedQuery } from '#ui/paged-list.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { NewOfferSheet } from './offer-sheet.tsx';
import { valuesOfWanted } from './terms-values.ts';

export interface PickPostProps {
  partner: ChatUser;
  onClose: () => void;
}

export function PickPost({ partner: { username, fullName: name }, onClose }: PickPostProps) {
  const t = useT('offers');
  const viewerId = useUser()?._id;
  const [postId, setPostId] = useState<string>();
  const list = useInfiniteQuery(userPostsQuery(username));
  if (!viewerId) return null;
  if (postId) return <NewOfferSheet {...{ postId, viewerId, onClose }} onSent={onClose} />;
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <Posts list={list} intro={t('pick', { name })} none={t('pickNone', { name })} onPick={setPostId} />
    </Sheet>
  );
}

export interface WantedOfferProps {
  wanted: WantedReference;
  /** The partner is the author of the wanted post. */
  partnerId: string;
  onClose: () => void;
}

export function WantedOffer({ wanted, partnerId, onClose }: WantedOfferProps) {
  const t = useT('offers');
  const viewerId = useUser()?._id;
  const [postId, setPostId] = useState<string>();
  const list = useInfiniteQuery(ownPostsQuery());
  if (!viewerId) return null;
  if (postId) {
    const about = { wantedId: wanted._id, buyerId: partnerId };
    const terms = valuesOfWanted(wanted);
    return <NewOfferSheet {...{ postId, viewerId, terms, onClose }} wanted={about} onSent={onClose} />;
  }
  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      footer={
        <Link to="/create-post" search={{ wanted: wanted._id }} className={buttonClass('line', 'flex-1')}>
          {t('pickNew')}
        </Link>
      }
    >
      <Posts
        list={list}
        cropType={wanted.cropType}
        intro={t('pickOwn')}
        none={t('pickOwnNone')}
        onPick={setPostId}
      />
    </Sheet>
  );
}

interface PostsProps {
  list: PagedQuery<ListedPost>;
  /** Posts of this crop come first. */
  cropType?: string;
  intro: string;
  none: string;
  onPick: (postId: string) => void;
}

/** Leaves out sold-out posts, which come last in the list of a person. */
function Posts({ list, cropType, intro, none, onPick }: PostsProps) {
  const t = useT('offers');
  const posts = list.data?.pages.flatMap(({ data }) => data.filter(({ isAvailable }) => isAvailable));
  const isMeant = (post: ListedPost) => post.cropType === cropType;
  const data = posts?.sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{intro}</p>
      <PagedList
        list={{ ...list, data: data && { pages: [{ data }] } }}
        renderItem={(post) => <PostButton post={post} onPress={() => onPick(post._id)} />}
        empty={<EmptyState icon={<Sprout size={28} />} title={none} />}
        texts={{ failed: t('pickFailed'), loading: t('pickLoading'), more: t('pickMore') }}
        skeletons={
          <>
            <Skeleton shape="block" className="h-18" />
            <Skeleton shape="block" className="h-18" />
          </>
        }
        className="flex flex-col gap-2"
      />
    </div>
  );
}

function PostButton({ post, onPress }: { post: ListedPost; onPress: () => void }) {
  const tNames = useT('names');
  const amountOf = useAmount();
  const { title, price, priceUnit, images, amounts } = post;
  const quantity = amounts?.quantity ? amountOf(amounts.quantity) : post.quantity;
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-control border border-line bg-card p-2 text-left hover:bg-leaf-wash"
    >
      <span className="relative size-14 shrink-0 overflow-hidden rounded-small">
        <Photo src={images[0]} alt="" sizes="3.5rem" widest={320} />
      </span>
      <span className="min-w-0 flex-1 text-note">
        <span lang={langOf(title)} className="line-clamp-2 font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="flex flex-wrap gap-x-2 text-soft">
          <span>
            <b className="text-ink">{formatMoney(price)}</b> {tNames(`unit.${priceUnit}`)}
          </span>
          <span lang={langOf(quantity)} className="wrap-anywhere">
            {quantity}
          </span>
        </span>
      </span>
    </button>
  );
}
