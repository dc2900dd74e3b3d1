import { Link } from '@tanstack/react-router';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import type { ListedPost, Post } from '@upaj/contract/trade/posts';
import MapPin from 'lucide-react/icons/map-pin';
import { langOf, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatDay, formatMoney } from '#lib/format.ts';
import { VerifiedTick } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { Distance } from './distance.tsx';
import { CardFacts, useTownName } from './card-facts.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { RecordCount } from './record-line.tsx';

interface CompactCardProps {
  post: Shown;
  /** The first card's photo loads eagerly. */
  eager: boolean;
}
type Shown = Post & Partial<Pick<ListedPost, 'distanceKm'>>;

/** Shows as much of a post as a list needs; the rest, and its buttons, are on the post's screen. */
export function CompactCard({ post, eager }: CompactCardProps) {
  const t = useT('post');
  const tNames = useT('names');
  const { price, priceUnit } = post;
  return (
    <Card className="relative h-full overflow-hidden hover:border-leaf">
      <article className="flex h-full min-h-28">
        <div className="relative w-24 shrink-0 md:w-28 overflow-hidden">
          <Photo
            src={post.images[0]}
            alt={t('photo', { title: post.title, number: 1 })}
            thumbhash={post.imageInfo[0]?.thumbhash}
            eager={eager}
            sizes="7rem"
            widest={320}
          />
          <span className="absolute inset-1.5 flex flex-col items-start justify-between">
            <span>{post.isFeatured && <Badge tone="haldi">{t('featured')}</Badge>}</span>
            <AvailabilityBadge isAvailable={post.isAvailable} className="px-1.5!" />
          </span>
        </div>
        <div className="flex min-w-0 flex-1 flex-col px-3 py-1">
          <h2 className="leading-tight font-semibold">
            {/* The link covers the whole card. */}
            <Link
              to="/post/$postId"
              params={{ postId: post._id }}
              lang={langOf(post.title)}
              className="line-clamp-2 before:absolute before:inset-0 before:rounded-card"
            >
              {post.title}
            </Link>
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-note text-soft">
            <b className="text-lead leading-tight! font-bold tracking-tight text-ink">{formatMoney(price)}</b>
            <span>{tNames(`unit.${priceUnit}`)}</span>
            <span className="ml-auto self-center text-tiny">
              <RecordCount record={post.author.record} />
            </span>
          </p>
          <Difference post={post} />
          <CardFacts post={post} className="mt-auto text-tiny" />
          <p className="flex items-center gap-1 text-tiny text-soft">
            <PlaceOf post={post} />
            <span aria-hidden>·</span>
            <span lang={langOf(post.author.fullName)} className="truncate">
              {post.author.fullName}
            </span>
            {post.author.isVerified && <VerifiedTick of={post.author} />}
          </p>
        </div>
      </article>
    </Card>
  );
}

function Difference({ post }: { post: Shown }) {
  const t = useT('post');
  const locale = useLocale();
  const comparison = comparePrice(post);
  if (!comparison || !post.marketPrice) return null;
  const { side, mandiPrice, isOld } = comparison;
  const { arrivalDate, isSample } = post.marketPrice;
  const cautions = [
    isOld && t('mandi.old', { date: formatDay(arrivalDate, locale) }),
    isSample && t('mandi.sample'),
  ].filter(Boolean);
  const amount = formatMoney(Math.abs(post.price - mandiPrice));
  return (
    <p className="text-tiny text-soft">
      <b className={side === 'below' ? 'font-semibold text-leaf' : 'font-semibold text-ink'}>
        {side === 'same' ? t('mandi.sameBy') : t(`mandi.${side}By`, { amount })}
      </b>
      {cautions.map((caution) => ` · ${caution}`)}
    </p>
  );
}

function PlaceOf({ post: { location, distanceKm } }: { post: Shown }) {
  const placeName = usePlaceName();
  const town = useTownName()(location);
  const hasDistance = distanceKm !== null && distanceKm !== undefined;
  return (
    <span className="flex max-w-3/5 shrink-0 items-center gap-1">
      <MapPin size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{hasDistance ? town : `${town}, ${placeName(location.state)}`}</span>
      <Distance km={distanceKm} />
    </span>
  );
}
