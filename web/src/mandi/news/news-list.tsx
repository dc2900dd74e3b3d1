import { useInfiniteQuery } from '@tanstack/react-query';
import type { NewsCategory } from '@upaj/contract/mandi/news';
import Newspaper from 'lucide-react/icons/newspaper';
import { useTexts } from '#i18n/locale.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { newsQuery } from './api.ts';
import { NewsItem } from './news-item.tsx';

export function NewsList({ category }: { category: NewsCategory | undefined }) {
  const texts = useTexts('market');
  const list = useInfiniteQuery(newsQuery(category));
  // A list knows its items by `_id`.
  const data = list.data && {
    pages: list.data.pages.map((page) => ({ data: page.data.map((item) => ({ ...item, _id: item.id })) })),
  };
  return (
    <PagedList
      list={{ ...list, data }}
      renderItem={(item) => <NewsItem item={item} heading="h2" />}
      empty={
        <EmptyState icon={<Newspaper size={28} />} title={category ? texts.newsNoneOf : texts.newsNone} />
      }
      texts={{ failed: texts.newsFailed, loading: texts.newsLoading, more: texts.moreNews }}
      skeletons={[1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-2 p-4">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
      className="divide-y divide-line rounded-card border border-line bg-card"
    />
  );
}
