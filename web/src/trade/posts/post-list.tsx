import type { Post } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { PagedList, type PagedQuery } from '#ui/paged-list.tsx';
import { PostCardSkeleton } from './post-card-skeleton.tsx';

interface PostListProps {
  list: PagedQuery<Post>;
  renderCard: (post: Post, isFirst: boolean) => ReactNode;
  empty: ReactNode;
  failed: string;
}

export function PostList({ list, renderCard, empty, failed }: PostListProps) {
  const t = useT();
  return (
    <PagedList
      list={list}
      renderItem={renderCard}
      empty={empty}
      texts={{ failed, loading: t.feed.loading, more: t.feed.more }}
      skeletons={
        <>
          <PostCardSkeleton />
          <PostCardSkeleton />
        </>
      }
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-5"
    />
  );
}
