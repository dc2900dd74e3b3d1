import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { publishLive } from '#lib/live/events.ts';
import { commentsKey, connectTrade } from './live.ts';

it('refetches the comments of an open page after a reconnect, unless they were just fetched', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const requested: string[] = [];
  const now = Date.now();
  const openPost = (postId: string, requestedAt: number) =>
    new QueryObserver(client, {
      queryKey: [...commentsKey, postId],
      queryFn: () => requested.push(postId),
      initialData: 0,
      initialDataUpdatedAt: requestedAt,
      refetchOnMount: false,
    }).subscribe(() => {});
  const stops = [connectTrade(client), openPost('p1', now - 10 * 60_000), openPost('p2', now)];
  publishLive('missed');
  for (const stop of stops) stop();
  expect(requested).toEqual(['p1']);
});
