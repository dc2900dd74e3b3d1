import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import { useId } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useCropName } from '#i18n/crop-names.ts';
import { useVarietyName } from '#i18n/variety-names.ts';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { useComparisonTexts } from './compare-price.ts';

export function MarketDetails({ post }: { post: Post }) {
  const t = useT('mandi');
  const id = useId();
  const textsOf = useComparisonTexts();
  const placeName = usePlaceName();
  const cropName = useCropName();
  const varietyName = useVarietyName();
  const { marketPrice } = post;
  const comparison = comparePrice(post);
  if (!comparison || !marketPrice) return null;
  const comparisonTexts = textsOf(comparison, marketPrice);
  const { variety, district, state } = marketPrice;
  // AGMARKNET names an unnamed variety 'Other'.
  const lot = [cropName(post.cropType), variety === 'Other' ? '' : varietyName(variety)]
    .filter(Boolean)
    .join(', ');
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1 rounded-control bg-haldi-wash px-4 py-3">
      <h2 id={id} className="sr-only">
        {t('title')}
      </h2>
      <p>
        <b className={comparison.side === 'below' ? 'font-semibold text-leaf' : 'font-semibold'}>
          {comparisonTexts.difference}
        </b>{' '}
        {comparisonTexts.line}
      </p>
      <p className="text-note text-soft">
        {lot} · {placeName(district)}, {placeName(state)} · {comparisonTexts.source}
      </p>
      <p className="text-note text-soft">{t('explanation')}</p>
      <Link
        to="/Market/rates/$rateId"
        params={{ rateId: marketPrice.rateId }}
        className="inline-flex min-h-11 items-center self-start font-semibold text-leaf underline"
      >
        {t('rate')}
      </Link>
    </section>
  );
}
