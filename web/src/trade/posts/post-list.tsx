import type { Post } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Card } from '#ui/card.tsx';
import { PagedList, type PagedQuery } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { cx } from '#ui/cx.ts';

interface PostListProps {
  list: PagedQuery<Post>;
  renderCard: (post: Post, isFirst: boolean) => ReactNode;
  empty: ReactNode;
  failed: string;
  isCompact?: boolean;
}

export function PostList({ list, renderCard, empty, failed, isCompact = false }: PostListProps) {
  const t = useT('feed');
  return (
    <PagedList
      list={list}
      renderItem={renderCard}
      empty={empty}
      texts={{ failed, loading: t('loading'), more: t('more') }}
      skeletons={
        isCompact ? (
          [1, 2, 3, 4, 5, 6].map((card) => <CompactCardSkeleton key={card} />)
        ) : (
          <>
            <PostCardSkeleton />
            <PostCardSkeleton />
          </>
        )
      }
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] md:grid-cols-2',
        isCompact ? 'gap-2 md:gap-3.5' : 'gap-3.5 md:gap-5',
      )}
    />
  );
}

function PostCardSkeleton() {
  return (
    <Card className="overflow-hidden">
      <Skeleton shape="square" className="h-33 min-[28rem]:aspect-[5/2] min-[28rem]:h-auto md:aspect-[8/5]" />
      <div className="flex h-52 flex-col gap-2.5 px-3.5 py-2 md:h-auto md:gap-3 md:p-4">
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
      <div className="border-t border-line px-2 py-0.5 md:py-1.5">
        <Skeleton className="my-1 ml-auto h-9 w-24" />
      </div>
    </Card>
  );
}

function CompactCardSkeleton() {
  return (
    <Card className="flex h-32 overflow-hidden">
      <Skeleton shape="square" className="w-24 shrink-0 md:w-28" />
      <div className="flex flex-1 flex-col gap-2 px-3 py-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="mt-auto h-3 w-2/3" />
      </div>
    </Card>
  );
}
