import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';

export function Price({
  post,
}: {
  post: Pick<Post, 'price' | 'priceUnit' | 'pricePerKg' | 'originalPrice'>;
}) {
  const tNames = useT('names');
  const t = useT('post');
  const { price, priceUnit, pricePerKg, originalPrice } = post;
  const isPerKgShown = priceUnit === 'per quintal' && pricePerKg !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <b className="text-hero leading-9! font-bold tracking-tight">{formatMoney(price)}</b>
      <div className={cx('text-soft', isPerKgShown && 'text-tiny leading-tight')}>
        <p className="flex flex-wrap gap-x-2">
          <span>{tNames(`unit.${priceUnit}`)}</span>
          {originalPrice !== null && (
            <span>
              <span className="sr-only">{t('originalPrice', { price: formatMoney(originalPrice) })}</span>
              <s aria-hidden>{formatMoney(originalPrice)}</s>
            </span>
          )}
        </p>
        {isPerKgShown && <p>{t('perKg', { price: formatMoney(pricePerKg) })}</p>}
      </div>
    </div>
  );
}
