import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';

/**
 * The parameter is named userId by the published routes, and carries the username. With a post, the room opens with it
 * attached.
 */
export function ChatLink({
  username,
  postId,
  className,
  children,
}: {
  username: string;
  postId?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/chat/$userId"
      params={{ userId: username }}
      search={postId ? { post: postId } : {}}
      className={buttonClass('primary', className)}
    >
      {children}
    </Link>
  );
}
