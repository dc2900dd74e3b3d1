import type { Post } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Card } from '#ui/card.tsx';
import { PagedList, type PagedQuery } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/loading.tsx';

interface PostListProps {
  list: PagedQuery<Post>;
  renderCard: (post: Post, isFirst: boolean) => ReactNode;
  empty: ReactNode;
  failed: string;
}

export function PostList({ list, renderCard, empty, failed }: PostListProps) {
  const t = useT('feed');
  return (
    <PagedList
      list={list}
      renderItem={renderCard}
      empty={empty}
      texts={{ failed, loading: t('loading'), more: t('more') }}
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

function PostCardSkeleton() {
  return (
    <Card className="overflow-hidden">
      <Skeleton shape="square" className="aspect-[8/5]" />
      <div className="flex flex-col gap-3 p-4">
        <div className="flex items-center gap-2.5">
          <Skeleton shape="circle" className="size-10" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="border-t border-line p-2">
        <Skeleton className="ml-auto h-10 w-24" />
      </div>
    </Card>
  );
}
