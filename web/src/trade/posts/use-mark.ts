import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '@upaj/contract/trade/posts';
import { getT } from '#i18n/locale.ts';
import { useToggle } from '#lib/use-toggle.ts';
import { toast } from '#ui/toast/toast.ts';
import { patchPost } from './post-cache.ts';

/** A viewer sets and clears a mark on a post: a like or a bookmark. */
export interface Mark<State extends Partial<Post>> {
  name: string;
  /** This key finds the list of posts that have the mark. */
  listKey: readonly string[];
  change(shown: State, isSet: boolean): State;
  send(postId: string, isSet: boolean): Promise<{ data: State }>;
  failure(isSet: boolean): string;
  onDone?(isSet: boolean): void;
}

export function useMark<State extends Partial<Post>>(
  postId: string,
  shown: State,
  mark: Mark<State>,
): (isSet: boolean) => void {
  const client = useQueryClient();
  const setMark = useToggle(`${mark.name} ${postId}`, {
    shown,
    change: mark.change,
    send: (isSet) => mark.send(postId, isSet),
    show: (state) => patchPost(client, postId, state),
    onSaved: (isSet) => {
      void client.invalidateQueries({ queryKey: mark.listKey, refetchType: 'none' });
      mark.onDone?.(isSet);
    },
    onFailed: (_error, isSet, isLast) => {
      if (!isLast) return;
      toast.error(mark.failure(isSet), {
        action: { label: getT('common')('retry'), onClick: () => setMark(isSet) },
      });
    },
  });
  return setMark;
}
