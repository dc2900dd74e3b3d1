import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ChatHost } from '#chat/chat-host.tsx';
import { whenIdle } from '#lib/when-idle.ts';

/** In ms, before the code is fetched again. */
const retryAfter = 10_000;

/** Loads the socket and what domains do with its events, when the browser has nothing else to do. */
export function LiveHost({ userId }: { userId: string }) {
  const client = useQueryClient();
  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    let timer = setTimeout(start, 0);
    function start(): void {
      whenIdle(() => {
        import('./live-updates.ts').then(
          ({ startLiveUpdates }) => {
            if (!isGone) stop = startLiveUpdates(client, userId);
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
    };
  }, [client, userId]);
  return <ChatHost userId={userId} />;
}
