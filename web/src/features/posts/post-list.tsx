import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '@upaj/contract/envelope';
import type { Post } from '@upaj/contract/posts';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Sentinel } from '#ui/sentinel.tsx';
import { PostCardSkeleton } from './post-card-skeleton.tsx';

export type PostPages = UseInfiniteQueryResult<{ pages: { data: Post[]; page: Page }[] }>;

interface PostListProps {
  list: PostPages;
  renderCard: (post: Post, isFirst: boolean) => ReactNode;
  empty: ReactNode;
  failed: string;
}

const grid = 'grid gap-3.5 md:grid-cols-2 md:gap-5';

/** Grows as its end comes near. It keeps its pages, so that coming back finds the same place. */
export function PostList({ list, renderCard, empty, failed }: PostListProps) {
  const t = useT();
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = list;

  if (isPending) return <Skeletons label={t.feed.loading} />;
  if (!data) {
    return (
      <ErrorState
        title={failed}
        text={errorText(error, t)}
        onRetry={() => void list.refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const posts = data.pages.flatMap((page) => page.data);
  if (posts.length === 0) return empty;
  return (
    <>
      <ul className={grid}>
        {posts.map((post, index) => (
          <li key={post._id}>{renderCard(post, index === 0)}</li>
        ))}
      </ul>
      {hasNextPage && !list.isFetchNextPageError && (
        <Sentinel
          key={data.pages.length}
          onReach={() => {
            if (!isFetching) void list.fetchNextPage();
          }}
        />
      )}
      {isFetchingNextPage && <Skeletons label={t.feed.loading} />}
      {list.isFetchNextPageError && !isFetchingNextPage && (
        <div role="alert" className="flex flex-col items-center gap-2 py-4 text-center">
          <p className="text-soft">{errorText(error, t)}</p>
          <Button variant="line" onClick={() => void list.fetchNextPage()}>
            {t.feed.more}
          </Button>
        </div>
      )}
      {!hasNextPage && <p className="py-4 text-center text-note text-soft">{t.common.listEnd}</p>}
    </>
  );
}

function Skeletons({ label }: { label: string }) {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{label}</span>
      <PostCardSkeleton />
      <PostCardSkeleton />
    </div>
  );
}
