import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Post } from '@upaj/contract/trade/posts';
import { getT } from '#i18n/locale.ts';
import { toast } from '#ui/toast/toast.ts';
import { patchPost } from './post-cache.ts';

/** What a viewer sets and clears on a post: a like, a bookmark. */
export interface Mark<Change extends Partial<Post>> {
  name: string;
  /** The query key of the list of posts that have the mark. */
  listKey: readonly string[];
  /** The state before and after the press; the server's data then replaces it. */
  pick(post: Change): Change;
  change(post: Change, isSet: boolean): Change;
  send(postId: string, isSet: boolean): Promise<{ data: Change }>;
  failure(isSet: boolean): string;
  onDone?(isSet: boolean): void;
}

/** The server confirmed this value last; a failure restores it. */
const confirmed = new Map<string, Partial<Post>>();

/** Shows the change at once. */
export function useMark<Change extends Partial<Post>>(
  post: Change & Pick<Post, '_id'>,
  mark: Mark<Change>,
): (isSet: boolean) => void {
  const client = useQueryClient();
  const postId = post._id;
  const mutationKey = [mark.name, postId];
  const key = mutationKey.join();
  const { mutate } = useMutation({
    mutationKey,
    // In sequence: of two quick presses the second wins.
    scope: { id: key },
    mutationFn: (isSet: boolean) => mark.send(postId, isSet),
    onMutate: (isSet) => {
      if (!confirmed.has(key)) confirmed.set(key, mark.pick(post));
      patchPost(client, postId, mark.change(post, isSet));
    },
    onSuccess: ({ data }, isSet) => {
      confirmed.set(key, data);
      void client.invalidateQueries({ queryKey: mark.listKey, refetchType: 'none' });
      mark.onDone?.(isSet);
      if (isLast(client, mutationKey)) patchPost(client, postId, data);
    },
    onError: (_error, isSet) => {
      if (!isLast(client, mutationKey)) return;
      patchPost(client, postId, confirmed.get(key) ?? {});
      toast.error(mark.failure(isSet), {
        action: { label: getT('common')('retry'), onClick: () => mutate(isSet) },
      });
    },
    onSettled: () => {
      if (isLast(client, mutationKey)) confirmed.delete(key);
    },
  });
  return mutate;
}

function isLast(client: QueryClient, mutationKey: string[]): boolean {
  return client.isMutating({ mutationKey }) <= 1;
}
