import type { NewsItem as Item } from '@upaj/contract/mandi/news';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { Card } from '#ui/card.tsx';
import { NewsItem } from './news-item.tsx';

/** The latest few. */
export function NewsCard({ news, action }: { news: readonly Item[]; action: ReactNode }) {
  const texts = useTexts('market');
  if (news.length === 0) return <Card className="p-4 text-soft">{texts.newsNone}</Card>;
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
