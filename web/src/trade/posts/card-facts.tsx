import type { Post } from '@upaj/contract/trade/posts';
import { Fragment } from 'react';
import { useAmount } from '#i18n/amount.ts';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { langOf, useLocale, usePlaceName } from '#i18n/locale.ts';

interface CardFactsProps {
  post: Post;
  className: string;
  hasDistrict?: boolean;
}

/**
 * Says in the reader's language what is sold, where, how much of it, and how long it stays good. The line stays one
 * line, because names that arrive later would move what is below it.
 */
export function CardFacts({ post, className, hasDistrict = false }: CardFactsProps) {
  const cropName = useNameOfCrop(post);
  const placeName = usePlaceName();
  const amountOf = useAmount();
  const { quantity, amounts, location } = post;
  const facts = [
    cropName,
    hasDistrict && placeName(location.district),
    amounts?.quantity ? amountOf(amounts.quantity) : quantity,
    amounts?.shelLife && amountOf(amounts.shelLife),
  ].filter((fact) => typeof fact === 'string');
  return (
    <p className={`truncate font-semibold ${className}`}>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <span lang={langOf(fact)}>{fact}</span>
        </Fragment>
      ))}
    </p>
  );
}

/** Names the town, or the district where the seller wrote the town in a script that the reader may not read. */
export function useTownName(): (location: Post['location']) => string {
  const locale = useLocale();
  const placeName = usePlaceName();
  return ({ city, district }) => {
    const town = placeName(city);
    return ['en', locale, undefined].includes(langOf(town)) ? town : placeName(district);
  };
}
