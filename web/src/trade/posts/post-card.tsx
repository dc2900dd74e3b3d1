import { Link } from '@tanstack/react-router';
import { limits } from '@upaj/contract/limits';
import type { ListedPost, Post } from '@upaj/contract/trade/posts';
import Eye from 'lucide-react/icons/eye';
import MapPin from 'lucide-react/icons/map-pin';
import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { Photo } from '#ui/photos/photo.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { AuthorLink, Rating } from './author-link.tsx';
import { CardFacts, useTownName } from './card-facts.tsx';
import { Distance } from './distance.tsx';
import { MarketPriceLine } from './market-price-line.tsx';
import { cardSizes, widestInCard } from './photo-sizes.ts';
import { Price } from './price.tsx';
import { RecordCount, RecordLine } from './record-line.tsx';

interface PostCardProps {
  post: Post & Partial<Pick<ListedPost, 'distanceKm'>>;
  like: ReactNode;
  action: ReactNode;
  /** The first card's photo loads eagerly. */
  eager?: boolean;
}

export function PostCard({ post, like, action, eager = false }: PostCardProps) {
  const t = useT('post');
  const placeName = usePlaceName();
  const town = useTownName()(post.location);
  const toPost = { to: '/post/$postId', params: { postId: post._id } } as const;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <article className="flex flex-1 flex-col">
        {/* The Tab key skips this link, because the title leads to the same page. */}
        <Link {...toPost} tabIndex={-1} className="relative block">
          <CardPhotos post={post} eager={eager} />
          <span className="absolute inset-2 flex flex-col items-start justify-between md:inset-3">
            <span>{post.isFeatured && <Badge tone="haldi">{t('featured')}</Badge>}</span>
            <AvailabilityBadge isAvailable={post.isAvailable} />
          </span>
        </Link>
        <div className="flex flex-1 flex-col gap-0.5 px-3.5 pt-1 pb-1.5 md:gap-2 md:px-4 md:py-3">
          <AuthorSummary post={post} hasShortRecord />
          <h2 className="leading-snug font-semibold md:text-lead">
            <Link {...toPost} lang={langOf(post.title)} className="line-clamp-2 rounded-small">
              {post.title}
            </Link>
          </h2>
          <Price post={post} />
          <MarketPriceLine post={post} isShortOnPhones />
          <p lang={langOf(post.description)} className="line-clamp-1 text-note text-soft md:line-clamp-2">
            {post.description}
          </p>
          <CardFacts post={post} hasDistrict className="mt-auto text-note" />
          <p className="flex items-center gap-x-3 text-note text-soft">
            <span className="flex max-w-3/4 shrink-0 items-center gap-1">
              <MapPin size={15} aria-hidden className="shrink-0" />
              <span className="truncate">
                {town}, {placeName(post.location.state)}
              </span>
              <Distance km={post.distanceKm} />
            </span>
            <span lang={langOf(post.tags.join())} className="truncate text-leaf">
              {post.tags.map((tag) => `#${tag}`).join(' ')}
            </span>
          </p>
        </div>
        <footer className="flex flex-wrap items-center gap-x-1 border-t border-line px-1.5 py-0.5 text-note text-soft md:py-1.5">
          {like}
          <Count
            icon={<MessageSquare size={20} aria-hidden />}
            count={post.comments}
            label={t('comments', { count: post.comments })}
          />
          <Count
            icon={<Eye size={20} aria-hidden />}
            count={post.views}
            label={t('views', { count: post.views })}
          />
          <div className="ml-auto flex gap-2 pr-1">{action}</div>
        </footer>
      </article>
    </Card>
  );
}

interface CountProps {
  icon: ReactNode;
  count: number;
  label: string;
}

function Count({ icon, count, label }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5 px-2">
      {icon}
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

interface AuthorSummaryProps {
  post: Pick<Post, 'author' | 'createdAt'>;
  hasShortRecord?: boolean;
}

export function AuthorSummary({ post, hasShortRecord = false }: AuthorSummaryProps) {
  const t = useT('names');
  const { ago } = useFormat();
  const { author } = post;
  return (
    <AuthorLink author={author} className="flex min-h-11 items-center gap-2.5 text-note text-soft">
      <Avatar name={author.fullName} src={author.avatar} />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <span lang={langOf(author.fullName)} className="truncate font-semibold text-ink">
            {author.fullName}
          </span>
          {author.isVerified && <VerifiedTick of={author} />}
          {author.rating > 0 && <Rating value={author.rating} />}
          {hasShortRecord && <RecordCount record={author.record} />}
        </span>
        {t(`userType.${author.userType}`)} · <time dateTime={post.createdAt}>{ago(post.createdAt)}</time>
        {!hasShortRecord && <RecordLine record={author.record} />}
      </span>
    </AuthorLink>
  );
}

interface Layout {
  grid: string;
  large: string;
}

const two: Layout = { grid: 'grid-cols-2', large: '(min-width: 64rem) 14rem, (min-width: 48rem) 23vw, 46vw' };
const three: Layout = { grid: 'grid-cols-[2fr_1fr] grid-rows-2', large: cardSizes };
const four: Layout = { grid: 'grid-cols-[2fr_1fr] grid-rows-3', large: cardSizes };
const one: Layout = { grid: '', large: '(min-width: 64rem) 27rem, (min-width: 48rem) 46vw, 92vw' };
const layouts: Record<number, Layout> = { 2: two, 3: three, 4: four };

function CardPhotos({ post, eager }: { post: Post; eager: boolean }) {
  const t = useT('post');
  const shown = post.images.slice(0, limits.card.images);
  const more = post.images.length - shown.length;
  const count = Math.max(1, shown.length);
  const layout = layouts[count] ?? one;
  return (
    <span
      className={cx(
        'grid h-33 gap-0.5 min-[28rem]:aspect-[5/2] min-[28rem]:h-auto md:aspect-[8/5]',
        layout.grid,
      )}
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          key={shown[index] ?? index}
          className={cx('relative overflow-hidden', index === 0 && count > 2 && 'row-span-full')}
        >
          <Photo
            src={shown[index]}
            alt={t('photo', { title: post.title, number: index + 1 })}
            thumbhash={post.imageInfo[index]?.thumbhash}
            eager={eager && index === 0}
            sizes={index === 0 || layout === two ? layout.large : '9rem'}
            widest={widestInCard}
          />
          {more > 0 && index === count - 1 && (
            <span className="absolute inset-0 grid place-items-center bg-shade text-lead font-semibold text-on-shade">
              <span aria-hidden>+{more}</span>
              <span className="sr-only">{t('morePhotos', { count: more })}</span>
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
