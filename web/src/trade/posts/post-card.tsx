import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Eye from 'lucide-react/icons/eye';
import MapPin from 'lucide-react/icons/map-pin';
import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { AuthorLine } from './author-line.tsx';
import { AvailabilityBadge } from './availability-badge.tsx';
import { CardPictures } from './card-pictures.tsx';
import { MarketLine } from './market-line.tsx';
import { Price } from './price.tsx';

interface PostCardProps {
  post: Post;
  like: ReactNode;
  /** The button at the end: to chat, or what an owner can do. */
  action: ReactNode;
  /** The first card's picture does not wait for its turn. */
  eager?: boolean;
}

export function PostCard({ post, like, action, eager = false }: PostCardProps) {
  const t = useT();
  const placeName = usePlaceName();
  const { city, state } = post.location;
  const toPost = { to: '/post/$postId', params: { postId: post._id } } as const;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <article className="flex flex-1 flex-col">
        {/* The title is the same link for the keyboard. */}
        <Link {...toPost} tabIndex={-1} className="relative block">
          <CardPictures post={post} eager={eager} />
          {post.isFeatured && (
            <Badge tone="haldi" className="absolute top-3 left-3">
              {t.post.featured}
            </Badge>
          )}
        </Link>
        <div className="flex flex-1 flex-col gap-2 px-4 pt-3 pb-3">
          <AuthorLine post={post} />
          <h2 className="text-lead font-semibold">
            <Link {...toPost} className="line-clamp-2 rounded-small">
              {post.title}
            </Link>
          </h2>
          <Price post={post} />
          <MarketLine post={post} />
          <p className="line-clamp-2 text-note text-soft">{post.description}</p>
          {post.tags.length > 0 && (
            <p className="line-clamp-1 text-note text-leaf">{post.tags.map((tag) => `#${tag}`).join(' ')}</p>
          )}
          <p className="mt-auto flex flex-wrap items-center gap-x-3.5 gap-y-1.5 pt-1 text-note text-soft">
            <b className="font-semibold text-ink">{post.quantity}</b>
            <span className="inline-flex items-center gap-1">
              <MapPin size={15} aria-hidden className="shrink-0" />
              {city}, {placeName(state)}
            </span>
            <AvailabilityBadge isAvailable={post.isAvailable} />
          </p>
        </div>
        <footer className="flex flex-wrap items-center gap-x-1 border-t border-line px-1.5 py-1.5 text-note text-soft">
          {like}
          <Count
            icon={<MessageSquare size={20} aria-hidden />}
            count={post.comments}
            label={t.post.comments}
          />
          <Count icon={<Eye size={20} aria-hidden />} count={post.views} label={t.post.views} />
          <div className="ml-auto flex gap-2 pr-1">{action}</div>
        </footer>
      </article>
    </Card>
  );
}

interface CountProps {
  icon: ReactNode;
  count: number;
  label: (count: number) => string;
}

function Count({ icon, count, label }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5 px-2">
      {icon}
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only">{label(count)}</span>
    </span>
  );
}
