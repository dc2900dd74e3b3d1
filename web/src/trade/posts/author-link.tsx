import { Link } from '@tanstack/react-router';
import type { Author } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { useUser } from '#people/users/session.ts';

/** To a person's page, which for oneself is the own profile. */
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
