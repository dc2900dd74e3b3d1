import type { NewsImpact, NewsItem as Item } from '@upaj/contract/mandi/news';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';

const tones = { positive: 'leaf', negative: 'mirch', neutral: 'plain' } as const satisfies Record<
  NewsImpact,
  string
>;

interface NewsItemProps {
  item: Item;
  /** One below that of the part it stands in. */
  heading: 'h2' | 'h3';
}

export function NewsItem({ item, heading: Heading }: NewsItemProps) {
  const texts = useTexts('market');
  const format = useFormat();
  return (
    <article className="flex flex-col gap-1.5 p-4">
      <Heading className="text-base leading-snug font-semibold">
        {item.link ? (
          <a
            href={item.link}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-small hover:underline"
          >
            {item.title}
            <ExternalLink size={15} aria-hidden className="mb-0.5 ml-1 inline text-soft" />
            <span className="sr-only"> ({texts.opensElsewhere})</span>
          </a>
        ) : (
          item.title
        )}
      </Heading>
      {item.summary && <p className="line-clamp-3 text-note">{item.summary}</p>}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-soft">
        <Badge tone={tones[item.impact]}>{texts.impacts[item.impact]}</Badge>
        {item.isSample && <Badge tone="haldi">{texts.sample}</Badge>}
        <span>
          {texts.categories[item.category]} · {item.source} ·{' '}
          <time dateTime={item.time}>{format.ago(item.time)}</time>
        </span>
      </p>
    </article>
  );
}
