import { Link } from '@tanstack/react-router';
import type { Author } from '@upaj/contract/trade/posts';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';

export function AuthorLink({
  author,
  className,
  children,
}: {
  author: Author;
  className?: string;
  children: ReactNode;
}) {
  const isOwn = useUser()?._id === author._id;
  return isOwn ? (
    <Link to="/Profile" className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/user/$username" params={{ username: author.username }} className={className}>
      {children}
    </Link>
  );
}

export function Rating({ value }: { value: number }) {
  const t = useT('post');
  const shown = value.toFixed(1);
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <Star size={15} aria-hidden fill="currentColor" className="text-haldi" />
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t('rating', { value: shown })}</span>
    </span>
  );
}
