import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSignal } from '#lib/signal.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { useTitleCount } from '#lib/use-title.ts';
import { announcement } from './presence.ts';
import { readChat } from '#chat/messages/chat-storage.ts';
import { resetUnseen } from './count-unseen.ts';
import { totalOf, useUnseen, type Unseen } from './unseen.ts';

const retryAfter = 10_000;

export function ChatHost({ userId }: { userId: string }) {
  useLiveChat(userId);
  useTitleCount(totalOf(useUnseen()));
  const text = useSignal(announcement);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function useLiveChat(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    resetUnseen(readChat<Unseen>('chat_unseen', userId));
    let isGone = false;
    let stop = () => {};
    let timer = setTimeout(start, 0);
    function start(): void {
      whenIdle(() => {
        import('./engine.ts').then(
          ({ startEngine }) => {
            if (!isGone) stop = startEngine(client, userId);
          },
          () => {
            if (!isGone) timer = setTimeout(start, retryAfter);
          },
        );
      });
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
      resetUnseen();
      announcement.set('');
    };
  }, [client, userId]);
}
