import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '#lib/live/events.ts';
import { blockChanged } from '#people/users/events.ts';
import { postKeys } from '#trade/posts/post-cache.ts';

export const commentsKey = ['comments'] as const;

blockChanged.subscribe((client) => void client.invalidateQueries({ queryKey: commentsKey }));

export function connectTrade(client: QueryClient): () => void {
  return onLive({
    missed() {
      // Only stale data is refetched: the socket also connects at start, when all data is fresh.
      for (const queryKey of [commentsKey, postKeys.all])
        void client.refetchQueries({ queryKey, type: 'active', stale: true });
    },
  });
}
