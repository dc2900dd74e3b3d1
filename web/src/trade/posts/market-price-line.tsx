import type { Post } from '@upaj/contract/trade/posts';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { useComparisonTexts } from './compare-price.ts';

export function MarketPriceLine({ post }: { post: Pick<Post, 'price' | 'priceUnit' | 'marketPrice'> }) {
  const textsOf = useComparisonTexts();
  const comparison = comparePrice(post);
  if (!comparison || !post.marketPrice) return null;
  const comparisonTexts = textsOf(comparison, post.marketPrice);
  return (
    <p className="rounded-small bg-haldi-wash px-3 py-1.5 text-note text-soft">
      <b className={comparison.side === 'below' ? 'font-semibold text-leaf' : 'font-semibold text-ink'}>
        {comparisonTexts.difference}
      </b>{' '}
      {comparisonTexts.line} · {comparisonTexts.source}
    </p>
  );
}
