import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';

/** Tells the seller which texts are not translated for buyers, and how to correct them. */
export function UnreadNote({ post }: { post: Post }) {
  const t = useT('post-page');
  const tPost = useT('post');
  const { amounts, quantity, specifications } = post;
  if (!amounts) return null;
  const texts = [
    { label: t('quantity'), text: quantity, amount: amounts.quantity },
    { label: t('shelfLife'), text: specifications.shelLife, amount: amounts.shelLife },
    { label: t('minimumOrder'), text: specifications.minorderQunatity, amount: amounts.minorderQunatity },
    { label: t('packaging'), text: specifications.packaging, amount: amounts.packaging },
  ];
  const unread = texts.filter(({ text, amount }) => text && !amount);
  if (unread.length === 0) return null;
  const fields = unread.map(({ label, text }) => `${label} “${text}”`).join(', ');
  return (
    <p className="rounded-control bg-haldi-wash px-4 py-3">
      {t('unread', { fields })}{' '}
      <Link
        to="/post/$postId/edit"
        params={{ postId: post._id }}
        className="font-semibold text-leaf underline underline-offset-4"
      >
        {tPost('edit')}
      </Link>
    </p>
  );
}
