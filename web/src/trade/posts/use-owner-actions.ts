import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast.ts';
import { deletePost, setAvailability } from './api.ts';

/** What a seller can do with an own post, with the words that go with it. */
export function useOwnerActions(post: Post, onDeleted?: () => void) {
  const t = useT();
  const client = useQueryClient();

  const availability = useMutation({
    mutationFn: (isAvailable: boolean) => setAvailability(client, post, isAvailable),
    onSuccess: (_, isAvailable) => toast.success(isAvailable ? t.post.markedAvailable : t.post.markedSoldOut),
    onError: (error) => toast.error(t.common.withReason(t.post.changeFailed, errorText(error, t))),
  });
  const removal = useMutation({
    mutationFn: () => deletePost(client, post),
    onSuccess: () => {
      toast.success(t.post.deleted);
      onDeleted?.();
    },
    onError: (error) => toast.error(t.common.withReason(t.post.deleteFailed, errorText(error, t))),
  });

  return {
    isBusy: availability.isPending || removal.isPending,
    toggleAvailability: () => availability.mutate(!post.isAvailable),
    askToDelete: async () => {
      const { deleteTitle, deleteText } = t.post;
      const question = { title: deleteTitle, text: deleteText(post.title), action: t.post.delete };
      if (await confirm({ ...question, isDangerous: true })) removal.mutate();
    },
  };
}
