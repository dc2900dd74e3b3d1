import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sideOf } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useNow } from '#lib/use-time.ts';
import { isMissing, postQuery } from '#trade/posts/api.ts';
import { Spinner } from '#ui/loading.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { offersQuery } from './api.ts';
import { OfferCard } from './offer-card.tsx';
import { lastRound, offerAt, partnerOf } from './offer-view.ts';
import { OfferForm } from './offer-form.tsx';
import { useSendOffer } from './send-offer.ts';
import { valuesOfPost, valuesOfTerms, type TermsValues } from './terms-values.ts';

export interface OfferSheetProps {
  viewerId: string;
  onClose: () => void;
  /** Called when the offer is in the send queue. */
  onSent: () => void;
  /** The form starts with these terms, which were refused. */
  initial?: TermsValues | undefined;
}

/** The wanted post that the seller makes this offer for, and its author. */
interface ForWanted {
  wantedId: string;
  buyerId: string;
}

export interface NewOfferSheetProps extends OfferSheetProps {
  postId: string;
  wanted?: ForWanted | undefined;
  /** Without a stored draft, the form starts with these terms instead of those of the post. */
  terms?: TermsValues | undefined;
}

export function NewOfferSheet({ postId, ...props }: NewOfferSheetProps) {
  const { wanted, viewerId } = props;
  const tCommon = useT('common');
  const tPostPage = useT('post-page');
  const t = useT('offers');
  const { data: post, error, isFetching, refetch } = useQuery(postQuery(useQueryClient(), postId));
  const now = useNow();
  // The form does not wait for this list, because the server refuses a second offer.
  const { data: sent } = useInfiniteQuery({
    ...offersQuery({ box: 'sent', status: 'open' }),
    retry: false,
  });
  const open = sent?.pages
    .flatMap(({ data }) => data)
    .map((offer) => offerAt(offer, now))
    .find(
      (offer) =>
        offer.postId === postId &&
        offer.buyer._id === (wanted?.buyerId ?? viewerId) &&
        offer.status === 'open',
    );
  if (open) return <OpenOffer offer={open} viewerId={viewerId} onClose={props.onClose} />;
  if (post?.isAvailable && (post.author._id === viewerId) === (wanted !== undefined))
    return <FormOfPost {...props} post={post} />;
  return (
    <Sheet title={t('title')} onClose={props.onClose}>
      {post || isMissing(error) ? (
        <p>{t('notForSale')}</p>
      ) : error ? (
        <ErrorState
          title={tPostPage('loadFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label={tCommon('loading')} />
      )}
    </Sheet>
  );
}

interface OpenOfferProps {
  offer: Offer;
  viewerId: string;
  onClose: () => void;
}

/** Leads to the conversation, where the other side responds and the viewer can withdraw. */
function OpenOffer({ offer, viewerId, onClose }: OpenOfferProps) {
  const t = useT('offers');
  const { username } = partnerOf(offer, viewerId);
  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      footer={
        username && (
          <Link
            to="/chat/$userId"
            params={{ userId: username }}
            onClick={onClose}
            className={buttonClass('primary', 'flex-1')}
          >
            {t('toChat')}
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('alreadyOpen')}</p>
        <OfferCard offer={offer} viewerId={viewerId} />
      </div>
    </Sheet>
  );
}

function FormOfPost({
  post,
  viewerId,
  initial,
  wanted,
  terms: suggested,
  onSent,
  onClose,
}: Omit<NewOfferSheetProps, 'postId'> & { post: Post }) {
  const t = useT('offers');
  const send = useSendOffer(viewerId);
  const { _id, title, cropType, images, author } = post;
  return (
    <OfferForm
      title={t('title')}
      goodsTitle={title}
      action={t('send')}
      viewerId={viewerId}
      draftKey={wanted ? `${_id}/${wanted.wantedId}` : _id}
      initial={initial ?? suggested ?? valuesOfPost(post)}
      isAgain={initial !== undefined}
      marketPrice={post.marketPrice}
      asked={post}
      good={wanted ? 'above' : 'below'}
      send={async (terms) => {
        const goods = { title, cropType, image: images[0] ?? null };
        const about = { postId: _id, ...(wanted && { wantedId: wanted.wantedId }) };
        await send(wanted?.buyerId ?? author._id, { action: 'offer', ...about, goods, terms });
        onSent();
      }}
      onClose={onClose}
    />
  );
}

export function CounterSheet({
  offer,
  viewerId,
  initial,
  onSent,
  onClose,
}: OfferSheetProps & { offer: Offer }) {
  const t = useT('offers');
  const client = useQueryClient();
  const { data: post } = useQuery({
    ...postQuery(client, offer.postId ?? ''),
    enabled: offer.postId !== null,
  });
  const send = useSendOffer(viewerId);
  const { _id: offerId, goods, version } = offer;
  return (
    <OfferForm
      title={t('counterTitle')}
      goodsTitle={goods.title}
      action={t('sendCounter')}
      viewerId={viewerId}
      draftKey={`${offerId}/${version}`}
      // The note is left out, because the other side wrote it.
      initial={initial ?? { ...valuesOfTerms(lastRound(offer)), note: '' }}
      isAgain={initial !== undefined}
      marketPrice={post?.marketPrice ?? null}
      asked={post}
      good={sideOf(offer, viewerId) === 'buyer' ? 'below' : 'above'}
      send={async (terms) => {
        await send(partnerOf(offer, viewerId)._id, { action: 'counter', offerId, version, goods, terms });
        onSent();
      }}
      onClose={onClose}
    />
  );
}
