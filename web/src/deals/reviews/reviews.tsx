import { useInfiniteQuery } from '@tanstack/react-query';
import type { Profile } from '@upaj/contract/people/profiles';
import Star from 'lucide-react/icons/star';
import { useTexts } from '#i18n/locale.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SaidSkeleton } from '#ui/skeleton.tsx';
import { Answer } from './answer.tsx';
import { reviewsQuery } from './api.ts';
import { OwnReview, useOwnReview } from './own-review.tsx';
import { ReviewItem } from './review-item.tsx';
import { Stars } from './stars.tsx';

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
