import type { Post } from '@upaj/contract/trade/posts';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { cx } from '#ui/cx.ts';
import { useComparisonTexts } from './compare-price.ts';

interface MarketPriceLineProps {
  post: Pick<Post, 'price' | 'priceUnit' | 'marketPrice'>;
  /** This side is good for the reader: buyers like prices below the mandi's. */
  good?: 'below' | 'above';
  /** Phones show one line, without the mandi. */
  isShortOnPhones?: boolean;
}

export function MarketPriceLine({ post, good = 'below', isShortOnPhones = false }: MarketPriceLineProps) {
  const textsOf = useComparisonTexts();
  const comparison = comparePrice(post);
  if (!comparison || !post.marketPrice) return null;
  const comparisonTexts = textsOf(comparison, post.marketPrice);
  return (
    <p
      className={cx(
        'rounded-small bg-haldi-wash text-note text-soft',
        isShortOnPhones ? 'px-2 py-0.5 max-md:text-tiny md:px-3 md:py-1.5' : 'px-3 py-1.5',
      )}
    >
      <b className={comparison.side === good ? 'font-semibold text-leaf' : 'font-semibold text-ink'}>
        {comparisonTexts.difference}
      </b>{' '}
      <span className={cx(isShortOnPhones && 'max-md:hidden')}>{comparisonTexts.line}</span> ·{' '}
      {comparisonTexts.source}
    </p>
  );
}
