import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '#lib/live/events.ts';

export const caseKeys = {
  all: ['cases'] as const,
  lists: ['cases', 'list'] as const,
  one: (caseId: string) => ['cases', 'one', caseId] as const,
};

export function connectModeration(client: QueryClient): () => void {
  return onLive({
    caseChanged({ caseId }) {
      void client.invalidateQueries({ queryKey: caseKeys.lists });
      void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
    },
  });
}
