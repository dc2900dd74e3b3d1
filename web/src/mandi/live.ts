import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '#lib/live/events.ts';

export const alertsKey = ['alerts'] as const;

export function connectMandi(client: QueryClient): () => void {
  return onLive({ missed: () => void client.invalidateQueries({ queryKey: alertsKey }) });
}
