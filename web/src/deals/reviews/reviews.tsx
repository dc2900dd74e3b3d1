import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Review } from '@upaj/contract/deals/reviews';
import type { Profile } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import Star from 'lucide-react/icons/star';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { SaidSkeleton, Spinner } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/toast/toast.ts';
import { deleteReview, ownReviewQuery, reviewsQuery } from './api.ts';
import { ReviewItem, Stars } from './review-item.tsx';

interface ReviewsProps {
  profile: Pick<Profile, 'username' | 'fullName' | 'userType' | 'socialStats'>;
  isOwn: boolean;
}

export function Reviews({ profile, isOwn }: ReviewsProps) {
  const t = useT('reviews');
  const { username, fullName } = profile;
  const { rating, totalReviews } = profile.socialStats;
  const role = profile.userType === 'farmer' ? 'seller' : 'buyer';
  const list = useInfiniteQuery(reviewsQuery(username));
  const own = useOwnReview(username, !isOwn);
  const reviews = list.data && {
    ...list.data,
    pages: list.data.pages.map((page) => ({
      ...page,
      data: page.data.filter(({ _id }) => _id !== own?._id),
    })),
  };
  const isEmpty = reviews?.pages.every(({ data }) => data.length === 0) && !list.hasNextPage;
  return (
    <div className="flex flex-col gap-4">
      {totalReviews > 0 && (
        <Card className="flex items-center gap-4 p-4">
          <b aria-hidden className="text-hero font-bold">
            {rating.toFixed(1)}
          </b>
          <div className="flex flex-col gap-0.5">
            <Stars value={rating} size={22} />
            <p className="text-note text-soft">{t('basedOn', { count: totalReviews })}</p>
          </div>
        </Card>
      )}
      {!isOwn && <OwnReview key={username} username={username} personName={fullName} reviewedRole={role} />}
      {!(isEmpty && own) && (
        <PagedList
          list={{ ...list, data: reviews }}
          renderItem={(review) => (
            <ReviewItem review={review} personName={fullName}>
              {isOwn && <Answer username={username} review={review} />}
            </ReviewItem>
          )}
          empty={<EmptyState icon={<Star size={30} />} title={t('empty')} text={t('emptyText')} />}
          texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
          skeletons={<SaidSkeleton />}
          className="divide-y divide-line rounded-card border border-line bg-card"
        />
      )}
    </div>
  );
}

const AnswerForm = lazy(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));

function Answer({ username, review }: { username: string; review: Review }) {
  const tCommon = useT('common');
  const t = useT('reviews');
  const [isOpen, setOpen] = useState(false);
  if (review.answer) return null;
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        icon={<Reply size={18} aria-hidden />}
        aria-label={`${t('answer')}: ${review.reviewerName}`}
        onClick={() => setOpen(true)}
        className="-mb-2 -ml-5 self-start"
      >
        {t('answer')}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Spinner label={tCommon('loading')} quiet />}>
      <AnswerForm username={username} review={review} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

interface OwnReviewProps {
  username: string;
  personName: string;
  reviewedRole: Side;
}

/** Lets the user write, change or delete the review, or shows why that is not possible. */
export function OwnReview({ username, personName, reviewedRole }: OwnReviewProps) {
  const tCommon = useT('common');
  const t = useT('reviews');
  const { data } = useQuery(ownReviewQuery(username));
  const [isWriting, setWriting] = useState(false);
  if (!data) return null;
  const { canReview, review } = data;

  if (isWriting) {
    return (
      <Card className="p-4">
        <Suspense fallback={<Spinner label={tCommon('loading')} quiet />}>
          <ReviewForm
            username={username}
            reviewedRole={reviewedRole}
            review={review}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      </Card>
    );
  }
  if (review) {
    return (
      <Card className="pt-3">
        <h2 className="px-4 font-semibold text-leaf">{t('yours')}</h2>
        <ReviewItem review={review} personName={personName}>
          {review.isCounted === false && <p className="text-note text-soft">{t('notCounted')}</p>}
          <Written username={username} onEdit={() => setWriting(true)} />
        </ReviewItem>
      </Card>
    );
  }
  if (!canReview) return <p className="text-soft">{t('notAllowed')}</p>;
  return (
    <Button
      icon={<Pencil size={18} aria-hidden />}
      onClick={() => setWriting(true)}
      className="w-full sm:w-auto sm:self-start"
    >
      {t('writeAction')}
    </Button>
  );
}

function Written({ username, onEdit }: { username: string; onEdit: () => void }) {
  const tCommon = useT('common');
  const t = useT('reviews');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteReview(client, username),
    onSuccess: () => toast.success(t('deleted')),
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('deleteFailed'), reason: errorText(error) })),
  });
  const remove = async () => {
    const title = t('deleteTitle');
    const text = t('deleteText');
    if (await confirm({ title, text, action: tCommon('delete'), isDangerous: true })) removal.mutate();
  };
  return (
    <div className="-mb-2 flex justify-end">
      <Button variant="quiet" onClick={onEdit} disabled={removal.isPending}>
        {tCommon('edit')}
      </Button>
      <Button variant="quiet" onClick={() => void remove()} busy={removal.isPending} className="text-mirch">
        {tCommon('delete')}
      </Button>
    </div>
  );
}

function useOwnReview(username: string, isWanted: boolean): Review | null {
  return useQuery({ ...ownReviewQuery(username), enabled: isWanted }).data?.review ?? null;
}
