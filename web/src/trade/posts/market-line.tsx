import type { Post } from '@upaj/contract/trade/posts';
import { comparePrice, useMarketWords } from './compare-price.ts';

export function MarketLine({ post }: { post: Pick<Post, 'price' | 'priceUnit' | 'marketPrice'> }) {
  const wordsOf = useMarketWords();
  const comparison = comparePrice(post);
  if (!comparison || !post.marketPrice) return null;
  const words = wordsOf(comparison, post.marketPrice);
  return (
    <p className="rounded-small bg-haldi-wash px-3 py-1.5 text-note text-soft">
      <b className={comparison.side === 'below' ? 'font-semibold text-leaf' : 'font-semibold text-ink'}>
        {words.difference}
      </b>{' '}
      {words.line} · {words.source}
    </p>
  );
}
