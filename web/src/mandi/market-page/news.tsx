import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { NewsItem as Item, NewsCategory, NewsImpact } from '@upaj/contract/mandi/news';
import ExternalLink from 'lucide-react/icons/external-link';
import Newspaper from 'lucide-react/icons/newspaper';
import type { ReactNode } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { paging } from '#lib/paging.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/loading.tsx';

const tones = { positive: 'leaf', negative: 'mirch', neutral: 'plain' } as const satisfies Record<
  NewsImpact,
  string
>;

interface NewsItemProps {
  item: Item;
  heading: 'h2' | 'h3';
}

export function NewsItem({ item, heading: Heading }: NewsItemProps) {
  const t = useT('market');
  const format = useFormat();
  return (
    <article className="flex flex-col gap-1.5 p-4">
      <Heading lang={langOf(item.title)} className="text-base leading-snug font-semibold">
        {item.link ? (
          <a
            href={item.link}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-small hover:underline"
          >
            {item.title}
            <ExternalLink size={15} aria-hidden className="mb-0.5 ml-1 inline text-soft" />
            <span className="sr-only"> ({t('opensElsewhere')})</span>
          </a>
        ) : (
          item.title
        )}
      </Heading>
      {item.summary && (
        <p lang={langOf(item.summary)} className="line-clamp-3 text-note">
          {item.summary}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-soft">
        <Badge tone={tones[item.impact]}>{t(`impacts.${item.impact}`)}</Badge>
        {item.isSample && <Badge tone="haldi">{t('sample')}</Badge>}
        <span>
          {t(`categories.${item.category}`)} · {item.source} ·{' '}
          <time dateTime={item.time}>{format.ago(item.time)}</time>
        </span>
      </p>
    </article>
  );
}

export function NewsCard({ news, action }: { news: readonly Item[]; action: ReactNode }) {
  const t = useT('market');
  if (news.length === 0) return <Card className="p-4 text-soft">{t('newsNone')}</Card>;
  return (
    <Card>
      <ul className="divide-y divide-line">
        {news.map((item) => (
          <li key={item.id}>
            <NewsItem item={item} heading="h3" />
          </li>
        ))}
      </ul>
      <div className="border-t border-line p-2 text-center">{action}</div>
    </Card>
  );
}

export function NewsList({ category }: { category: NewsCategory | undefined }) {
  const t = useT('market');
  const list = useInfiniteQuery(newsQuery(category));
  const data = list.data && {
    pages: list.data.pages.map((page) => ({ data: page.data.map((item) => ({ ...item, _id: item.id })) })),
  };
  return (
    <PagedList
      list={{ ...list, data }}
      renderItem={(item) => <NewsItem item={item} heading="h2" />}
      empty={<EmptyState icon={<Newspaper size={28} />} title={category ? t('newsNoneOf') : t('newsNone')} />}
      texts={{ failed: t('newsFailed'), loading: t('newsLoading'), more: t('moreNews') }}
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

function newsQuery(category: NewsCategory | undefined) {
  return infiniteQueryOptions({
    queryKey: ['market', 'news', category ?? ''],
    meta: { stored: { kind: 'news', most: 5, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/market/news', { query: { category, cursor: pageParam }, signal }),
    ...paging,
  });
}
