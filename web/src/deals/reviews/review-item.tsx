import { Link } from '@tanstack/react-router';
import type { Review } from '@upaj/contract/deals/reviews';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';

interface ReviewItemProps {
  review: Review;
  personName: string;
  children?: ReactNode;
}

export function ReviewItem({ review, personName, children }: ReviewItemProps) {
  const t = useT('reviews');
  const { date } = useFormat();
  const { reviewerUsername, answer } = review;
  const name = reviewerUsername === null ? t('gone') : review.reviewerName;
  const who = (
    <>
      <Avatar name={name} src={review.reviewerPhoto} />
      <b lang={langOf(name)} className="min-w-0 truncate font-semibold">
        {name}
      </b>
    </>
  );
  const line = 'flex min-h-11 min-w-0 items-center gap-3';
  return (
    <article className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {reviewerUsername === null ? (
          <span className={line}>{who}</span>
        ) : (
          <Link to="/user/$username" params={{ username: reviewerUsername }} className={line}>
            {who}
          </Link>
        )}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-soft">
          {review.isAfterDeal && <Badge tone="leaf">{t('afterDeal')}</Badge>}
          <Stars value={review.rating} />
          <time dateTime={review.date}>{date(review.date)}</time>
        </span>
      </div>
      {review.comment && (
        <p lang={langOf(review.comment)} className="whitespace-pre-line">
          {review.comment}
        </p>
      )}
      {answer && (
        <div className="ml-4 rounded-control border-l-3 border-leaf bg-leaf-wash px-3.5 py-2.5">
          <p className="flex flex-wrap gap-x-2 text-note">
            <b className="font-semibold">{t('answerOf', { name: personName })}</b>
            <time dateTime={answer.date} className="text-soft">
              {date(answer.date)}
            </time>
          </p>
          <p lang={langOf(answer.text)} className="whitespace-pre-line">
            {answer.text}
          </p>
        </div>
      )}
      {children}
    </article>
  );
}

const places = [1, 2, 3, 4, 5];

export function Stars({ value, size = 18 }: { value: number; size?: number }) {
  const t = useT('reviews');
  const halves = Math.round(value * 2) / 2;
  return (
    <span
      role="img"
      aria-label={t('average', { value: Number.isInteger(value) ? String(value) : value.toFixed(1) })}
      className="inline-flex shrink-0 gap-0.5 text-haldi"
    >
      {places.map((place) => (
        <span key={place} className="relative">
          <Star size={size} aria-hidden />
          {halves > place - 1 && (
            <span
              className="absolute inset-y-0 left-0 overflow-hidden"
              style={{ width: halves >= place ? '100%' : '50%' }}
            >
              <Star size={size} aria-hidden fill="currentColor" className="max-w-none" />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
