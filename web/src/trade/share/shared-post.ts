import type { Post } from '@upaj/contract/trade/posts';
import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';

/**
 * Returns the address of the public page in the sharer's language, or of the members' page if the seller has switched
 * the public one off.
 */
export function useSharedPost(post: Post): { path: string; text: string } {
  const tNames = useT('names');
  const placeName = usePlaceName();
  const locale = useLocale();
  const { _id, title, price, priceUnit, location, hasPublicPage = true } = post;
  const place = `${placeName(location.district)}, ${placeName(location.state)}`;
  return {
    path: hasPublicPage ? `/s/${_id}${locale === 'en' ? '' : `?lang=${locale}`}` : `/post/${_id}`,
    text: `${title} · ${formatMoney(price)} ${tNames(`unit.${priceUnit}`)} · ${place}`,
  };
}
