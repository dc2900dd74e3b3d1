import { Link, useNavigate } from '@tanstack/react-router';
import { timings } from '@upaj/contract/limits';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useState, type ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { SpinnerIcon } from '#ui/loading.tsx';

interface ChatLinkProps {
  username: string;
  /** The room opens with this post attached. */
  postId?: string;
  className?: string;
  /** In place of the children while busy. */
  busyText?: string;
  children: ReactNode;
}

/** Wherever somebody can be written to: busy for a moment, then the room. To another tab it is a link like any other. */
export function ChatLink({ username, postId, className, busyText, children }: ChatLinkProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const go = () => void navigate(room(username, postId));
    const timer = setTimeout(go, timings.startChat);
    return () => clearTimeout(timer);
  }, [isBusy, navigate, username, postId]);
  return (
    <Link
      {...room(username, postId)}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        setBusy(true);
      }}
      className={buttonClass('primary', className)}
    >
      {isBusy ? <SpinnerIcon /> : <MessageCircle size={20} aria-hidden />}
      {(isBusy && busyText) || children}
    </Link>
  );
}

/** The parameter is named userId by the published routes, and carries the username. */
function room(username: string, postId: string | undefined) {
  const search = postId ? { post: postId } : {};
  return { to: '/chat/$userId', params: { userId: username }, search } as const;
}
