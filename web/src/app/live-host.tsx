import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ChatHost } from '#chat/chat-host.tsx';
import { whenIdle } from '#lib/when-idle.ts';

/** In ms. When the code cannot be fetched, it is fetched again after this time. */
const retryAfter = 10_000;

/** Loads the socket and the domains' reactions to its events when the browser is idle. */
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
