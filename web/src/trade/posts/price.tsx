import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';

export function Price({
  post,
}: {
  post: Pick<Post, 'price' | 'priceUnit' | 'pricePerKg' | 'originalPrice'>;
}) {
  const tNames = useT('names');
  const t = useT('post');
  const { price, priceUnit, pricePerKg, originalPrice } = post;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-hero font-bold tracking-tight">{formatMoney(price)}</b>
        <span className="text-soft">{tNames(`unit.${priceUnit}`)}</span>
        {originalPrice !== null && (
          <span className="text-soft">
            <span className="sr-only">{t('originalPrice', { price: formatMoney(originalPrice) })}</span>
            <s aria-hidden>{formatMoney(originalPrice)}</s>
          </span>
        )}
      </p>
      {priceUnit === 'per quintal' && pricePerKg !== null && (
        <p className="text-note text-soft">{t('perKg', { price: formatMoney(pricePerKg) })}</p>
      )}
    </div>
  );
}
