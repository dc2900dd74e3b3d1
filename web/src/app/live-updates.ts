import type { QueryClient } from '@tanstack/react-query';
import { startChat } from '#chat/live.ts';
import { connectDeals } from '#deals/live.ts';
import { openConnection } from '#lib/live/connection.ts';
import { connectMandi } from '#mandi/live.ts';
import { connectModeration } from '#moderation/live.ts';
import { connectNotify } from '#notify/live.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { connectTrade } from '#trade/live.ts';

/** Opens the user's socket and connects the domains with it. @returns the function that ends both */
export function startLiveUpdates(client: QueryClient, userId: string): () => void {
  const connection = openConnection(userId, async () => {
    const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    return user?._id === userId;
  });
  const stops = [
    connectNotify(client),
    connectMandi(client),
    connectTrade(client),
    startChat(client, userId, connection),
    connectDeals(client),
    connectModeration(client),
  ];
  return () => {
    for (const stop of stops) stop();
    connection.close();
  };
}
