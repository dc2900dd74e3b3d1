import { Link, useNavigate } from '@tanstack/react-router';
import { timings } from '@upaj/contract/limits';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useState, type ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { SpinnerIcon } from '#ui/loading.tsx';

interface ChatLinkProps {
  username: string;
  postId?: string;
  wantedId?: string;
  className?: string;
  busyText?: string;
  children: ReactNode;
}

/** A link, not a button, so that the conversation can be opened in a new tab. */
export function ChatLink({ username, postId, wantedId, className, busyText, children }: ChatLinkProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const go = () => void navigate(room(username, postId, wantedId));
    const timer = setTimeout(go, timings.startChat);
    return () => clearTimeout(timer);
  }, [isBusy, navigate, username, postId, wantedId]);
  return (
    <Link
      {...room(username, postId, wantedId)}
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

/** The route's parameter is named userId but may hold a username. */
function room(username: string, postId: string | undefined, wantedId: string | undefined) {
  const search = { ...(postId && { post: postId }), ...(wantedId && { wanted: wantedId }) };
  return { to: '/chat/$userId', params: { userId: username }, search } as const;
}
