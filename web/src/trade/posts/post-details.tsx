import type { Post } from '@upaj/contract/trade/posts';
import Leaf from 'lucide-react/icons/leaf';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Gallery } from './gallery.tsx';
import { MarketDetails } from './market-details.tsx';
import { PostFacts, Specifications } from './post-facts.tsx';
import { Price } from './price.tsx';
import { SellerCard } from './seller-card.tsx';

interface PostDetailsProps {
  post: Post;
  like: ReactNode;
  /** To write to the seller, or what the owner can do. */
  actions: ReactNode;
}

export function PostDetails({ post, like, actions }: PostDetailsProps) {
  const t = useT();
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start">
      <Gallery post={post} />
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <Badge tone="plain">{t.names.category[post.category]}</Badge>
          {post.isOrganic && (
            <Badge tone="leaf">
              <Leaf size={14} aria-hidden />
              {t.post.organic}
            </Badge>
          )}
          {post.isFeatured && <Badge tone="haldi">{t.post.featured}</Badge>}
        </div>
        <h1 className="text-title font-bold tracking-tight">{post.title}</h1>
        <div className="flex items-start justify-between gap-2">
          <Price post={post} />
          {like}
        </div>
        <MarketDetails post={post} />
        <PostFacts post={post} />
        {actions}
        <section>
          <h2 className="mb-1.5 text-lead font-semibold">{t.post.description}</h2>
          <p className="whitespace-pre-line">{post.description}</p>
        </section>
        {post.tags.length > 0 && (
          <ul aria-label={t.post.tags} className="flex flex-wrap gap-x-3 gap-y-1 text-leaf">
            {post.tags.map((tag) => (
              <li key={tag}>#{tag}</li>
            ))}
          </ul>
        )}
      </div>
      <Card className="px-4 pt-4 pb-1.5">
        <h2 className="mb-1 text-lead font-semibold">{t.post.specifications}</h2>
        <Specifications post={post} />
      </Card>
      <SellerCard author={post.author} />
    </article>
  );
}
