import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { keepChat, readChat } from '#lib/chat-storage.ts';
import { useUser } from '#lib/session.ts';

/** Unseen messages by the id of who sent them. */
export type Unseen = Readonly<Record<string, number>>;

const queryKey = ['chat', 'unseen'];
/** Counts every change that was told live, so that an answer that was on its way meanwhile is known to be older. */
let changes = 0;

export function unseenQuery(ownerId: string) {
  return queryOptions<Unseen>({
    queryKey,
    queryFn: async ({ signal }) => {
      for (;;) {
        const before = changes;
        const { unseenMessages } = await api('GET /api/v1/messages/unseen', { signal });
        if (before === changes) return unseenMessages;
      }
    },
    initialData: () => readChat<Unseen>('chat_unseen', ownerId),
    initialDataUpdatedAt: 0,
  });
}

/** Follows the counts; it is the live connection that asks for them, after the first screen stands. */
export function useUnseen(): Unseen {
  const ownerId = useUser()?._id ?? '';
  const { data } = useQuery({ ...unseenQuery(ownerId), enabled: false });
  return data ?? {};
}

export function totalOf(unseen: Unseen): number {
  return Object.values(unseen).reduce((sum, count) => sum + count, 0);
}

export function changeUnseen(client: QueryClient, senderId: string, change: (count: number) => number): void {
  changes += 1;
  client.setQueryData<Unseen>(queryKey, (unseen = {}) => {
    const { [senderId]: before = 0, ...others } = unseen;
    const count = Math.max(0, change(before));
    return count > 0 ? { ...others, [senderId]: count } : others;
  });
}

/** Kept for the next start. */
export function keepUnseen(client: QueryClient, ownerId: string): void {
  const unseen = client.getQueryData<Unseen>(queryKey);
  if (unseen) keepChat('chat_unseen', ownerId, unseen);
}
