import type { Post } from '@upaj/contract/trade/posts';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { useComparisonTexts } from './compare-price.ts';

interface MarketPriceLineProps {
  post: Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;
  /** Which side is good for the reader: below for what is sold. */
  good?: 'below' | 'above';
}

export function MarketPriceLine({ post, good = 'below' }: MarketPriceLineProps) {
  const textsOf = useComparisonTexts();
  const comparison = comparePrice(post);
  if (!comparison || !post.marketPrice) return null;
  const comparisonTexts = textsOf(comparison, post.marketPrice);
  return (
    <p className="rounded-small bg-haldi-wash px-3 py-1.5 text-note text-soft">
      <b className={comparison.side === good ? 'font-semibold text-leaf' : 'font-semibold text-ink'}>
        {comparisonTexts.difference}
      </b>{' '}
      {comparisonTexts.line} · {comparisonTexts.source}
    </p>
  );
}
