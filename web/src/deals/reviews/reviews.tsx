import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@upaj/contract/deals/reviews';
import type { Profile } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import Star from 'lucide-react/icons/star';
import { lazy, Suspense, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { SaidSkeleton, Spinner } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { deleteReview, ownReviewQuery, reviewsQuery } from './api.ts';
import { ReviewItem, Stars } from './review-item.tsx';

interface ReviewsProps {
  profile: Pick<Profile, 'username' | 'fullName' | 'socialStats'>;
  /** One answers reviews of oneself, and writes those of others. */
  isOwn: boolean;
}

export function Reviews({ profile, isOwn }: ReviewsProps) {
  const texts = useTexts('reviews');
  const { username, fullName } = profile;
  const { rating, totalReviews } = profile.socialStats;
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
            <p className="text-note text-soft">{texts.basedOn(totalReviews)}</p>
          </div>
        </Card>
      )}
      {!isOwn && <OwnReview key={username} username={username} personName={fullName} />}
      {!(isEmpty && own) && (
        <PagedList
          list={{ ...list, data: reviews }}
          renderItem={(review) => (
            <ReviewItem review={review} personName={fullName}>
              {isOwn && <Answer username={username} review={review} />}
            </ReviewItem>
          )}
          empty={<EmptyState icon={<Star size={30} />} title={texts.empty} text={texts.emptyText} />}
          texts={{ failed: texts.failed, loading: texts.loading, more: texts.more }}
          skeletons={<SaidSkeleton />}
          className="divide-y divide-line rounded-card border border-line bg-card"
        />
      )}
    </div>
  );
}

const AnswerForm = lazy(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));

/** Lets the reviewed person answer a review that they have not answered. */
function Answer({ username, review }: { username: string; review: Review }) {
  const t = useT();
  const texts = useTexts('reviews');
  const [isOpen, setOpen] = useState(false);
  if (review.answer) return null;
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        icon={<Reply size={18} aria-hidden />}
        aria-label={`${texts.answer}: ${review.reviewerName}`}
        onClick={() => setOpen(true)}
        className="-mb-2 -ml-5 self-start"
      >
        {texts.answer}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Spinner label={t.common.loading} quiet />}>
      <AnswerForm username={username} review={review} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

interface OwnReviewProps {
  username: string;
  personName: string;
}

/** What the reader thinks of this person: to write, to change, to take back, or why they cannot. */
function OwnReview({ username, personName }: OwnReviewProps) {
  const t = useT();
  const texts = useTexts('reviews');
  const { data } = useQuery(ownReviewQuery(username));
  const [isWriting, setWriting] = useState(false);
  if (!data) return null;
  const { canReview, review } = data;

  if (isWriting) {
    return (
      <Card className="p-4">
        <Suspense fallback={<Spinner label={t.common.loading} quiet />}>
          <ReviewForm username={username} review={review} onClose={() => setWriting(false)} />
        </Suspense>
      </Card>
    );
  }
  if (review) {
    return (
      <Card className="pt-3">
        <h2 className="px-4 font-semibold text-leaf">{texts.yours}</h2>
        <ReviewItem review={review} personName={personName}>
          <Written username={username} onEdit={() => setWriting(true)} />
        </ReviewItem>
      </Card>
    );
  }
  if (!canReview) return <p className="text-soft">{texts.notAllowed}</p>;
  return (
    <Button
      icon={<Pencil size={18} aria-hidden />}
      onClick={() => setWriting(true)}
      className="w-full sm:w-auto sm:self-start"
    >
      {texts.writeAction}
    </Button>
  );
}

function Written({ username, onEdit }: { username: string; onEdit: () => void }) {
  const t = useT();
  const texts = useTexts('reviews');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteReview(client, username),
    onSuccess: () => toast.success(texts.deleted),
    onError: (error) => toast.error(t.common.withReason(texts.deleteFailed, errorText(error, t))),
  });
  const remove = async () => {
    const { deleteTitle: title, deleteText: text } = texts;
    if (await confirm({ title, text, action: t.common.delete, isDangerous: true })) removal.mutate();
  };
  return (
    <div className="-mb-2 flex justify-end">
      <Button variant="quiet" onClick={onEdit} disabled={removal.isPending}>
        {t.common.edit}
      </Button>
      <Button variant="quiet" onClick={() => void remove()} busy={removal.isPending} className="text-mirch">
        {t.common.delete}
      </Button>
    </div>
  );
}

/** For the list, which need not show it twice. */
function useOwnReview(username: string, isWanted: boolean): Review | null {
  return useQuery({ ...ownReviewQuery(username), enabled: isWanted }).data?.review ?? null;
}
