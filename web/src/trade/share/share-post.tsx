import type { Post } from '@upaj/contract/trade/posts';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { ShareIconButton } from './share-button.tsx';

/** The public page, or the members' page when the seller has switched the public one off. */
export function SharePost({ post }: { post: Post }) {
  const tNames = useT('names');
  const t = useT('share');
  const placeName = usePlaceName();
  const { _id, title, price, priceUnit, location, hasPublicPage = true } = post;
  const place = `${placeName(location.district)}, ${placeName(location.state)}`;
  return (
    <ShareIconButton
      path={`/${hasPublicPage ? 's' : 'post'}/${_id}`}
      text={`${title} · ${formatMoney(price)} ${tNames(`unit.${priceUnit}`)} · ${place}`}
      hint={hasPublicPage ? undefined : t('membersOnly')}
    />
  );
}
