import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button, buttonClass, IconButton, iconButtonClass } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast.ts';
import { deletePost, setAvailability } from './api.ts';

export function OwnerActions({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const t = useT();
  const { isBusy, toggleAvailability, askToDelete } = useOwnerActions(post, onDeleted);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={toggleAvailability} busy={isBusy} className="flex-1 basis-full">
        {post.isAvailable ? t.post.markSoldOut : t.post.markAvailable}
      </Button>
      <Link to="/post/$postId/edit" params={{ postId: post._id }} className={buttonClass('line', 'flex-1')}>
        <Pencil size={18} aria-hidden />
        {t.post.edit}
      </Link>
      <Button
        variant="quiet"
        icon={<Trash size={18} aria-hidden />}
        onClick={() => void askToDelete()}
        disabled={isBusy}
        className="flex-1 text-mirch"
      >
        {t.post.delete}
      </Button>
    </div>
  );
}

/** The same, for the foot of a card. */
export function OwnerCardActions({ post }: { post: Post }) {
  const t = useT();
  const { isBusy, toggleAvailability, askToDelete } = useOwnerActions(post);
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      <Link
        to="/post/$postId/edit"
        params={{ postId: post._id }}
        aria-label={`${t.post.edit}: ${post.title}`}
        title={t.post.edit}
        className={iconButtonClass('text-leaf hover:bg-leaf-wash')}
      >
        <Pencil size={19} aria-hidden />
      </Link>
      <IconButton
        label={`${t.post.delete}: ${post.title}`}
        onClick={() => void askToDelete()}
        disabled={isBusy}
        className="text-mirch hover:bg-mirch-wash"
      >
        <Trash size={19} aria-hidden />
      </IconButton>
      <Button variant="line" onClick={toggleAvailability} busy={isBusy} className="text-note">
        {post.isAvailable ? t.post.markSoldOut : t.post.markAvailable}
      </Button>
    </div>
  );
}

/** What a seller can do with an own post, with the words that go with it. */
function useOwnerActions(post: Post, onDeleted?: () => void) {
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
