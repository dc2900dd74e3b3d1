import { useEffect } from 'react';
import { useSignal } from '#lib/signal.ts';
import { useTitleCount } from '#lib/use-title.ts';
import { readChat } from '#chat/messages/chat-storage.ts';
import { resetUnseen } from './count-unseen.ts';
import { announcement } from './presence.ts';
import { totalOf, useUnseen, type Unseen } from './unseen.ts';

/** Shows unread messages in the title, and announces new ones to screen readers. */
export function ChatHost({ userId }: { userId: string }) {
  useEffect(() => {
    resetUnseen(readChat<Unseen>('chat_unseen', userId));
    return () => {
      resetUnseen();
      announcement.set('');
    };
  }, [userId]);
  useTitleCount(totalOf(useUnseen()));
  const text = useSignal(announcement);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
