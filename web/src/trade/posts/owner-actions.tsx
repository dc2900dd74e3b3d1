import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { Button, buttonClass, IconButton, iconButtonClass } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast/toast.ts';
import { deletePost, setAvailability } from './api.ts';

export function OwnerActions({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const t = useT('post');
  const tPostPage = useT('post-page');
  const { isBusy, toggleAvailability, confirmDelete } = useOwnerActions(post, onDeleted);
  return (
    <ActionBar>
      <Button onClick={toggleAvailability} busy={isBusy} className="flex-1 max-md:px-2! md:basis-full">
        {post.isAvailable ? tPostPage('markSoldOut') : tPostPage('markAvailable')}
      </Button>
      <Link
        to="/post/$postId/edit"
        params={{ postId: post._id }}
        className={buttonClass('line', 'max-md:px-3! md:flex-1')}
      >
        <Pencil size={18} aria-hidden />
        {t('edit')}
      </Link>
      <Link
        to="/create-post"
        search={{ post: post._id }}
        title={tPostPage('postAgain')}
        className={buttonClass('line', 'max-md:px-3! md:flex-1')}
      >
        <Copy size={18} aria-hidden />
        <span className="max-md:sr-only">{tPostPage('postAgain')}</span>
      </Link>
      <Button
        variant="quiet"
        icon={<Trash size={18} aria-hidden />}
        onClick={() => void confirmDelete()}
        disabled={isBusy}
        className="text-mirch max-md:px-2! md:flex-1"
      >
        {tPostPage('delete')}
      </Button>
    </ActionBar>
  );
}

export function OwnerCardActions({ post }: { post: Post }) {
  const t = useT('post');
  const tPostPage = useT('post-page');
  const { isBusy, toggleAvailability, confirmDelete } = useOwnerActions(post);
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      <Link
        to="/post/$postId/edit"
        params={{ postId: post._id }}
        aria-label={`${t('edit')}: ${post.title}`}
        title={t('edit')}
        className={iconButtonClass('text-leaf hover:bg-leaf-wash')}
      >
        <Pencil size={19} aria-hidden />
      </Link>
      <Link
        to="/create-post"
        search={{ post: post._id }}
        aria-label={`${tPostPage('postAgain')}: ${post.title}`}
        title={tPostPage('postAgain')}
        className={iconButtonClass('text-leaf hover:bg-leaf-wash')}
      >
        <Copy size={19} aria-hidden />
      </Link>
      <IconButton
        label={`${tPostPage('delete')}: ${post.title}`}
        onClick={() => void confirmDelete()}
        disabled={isBusy}
        className="text-mirch hover:bg-mirch-wash"
      >
        <Trash size={19} aria-hidden />
      </IconButton>
      <Button variant="line" onClick={toggleAvailability} busy={isBusy} className="text-note">
        {post.isAvailable ? tPostPage('markSoldOut') : tPostPage('markAvailable')}
      </Button>
    </div>
  );
}

function useOwnerActions(post: Post, onDeleted?: () => void) {
  const tCommon = useT('common');
  const t = useT('post-page');
  const client = useQueryClient();

  const availability = useMutation({
    mutationFn: (isAvailable: boolean) => setAvailability(client, post, isAvailable),
    onSuccess: (_, isAvailable) => toast.success(isAvailable ? t('markedAvailable') : t('markedSoldOut')),
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('changeFailed'), reason: errorText(error) })),
  });
  const removal = useMutation({
    mutationFn: () => deletePost(client, post),
    onSuccess: () => {
      toast.success(t('deleted'));
      onDeleted?.();
    },
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('deleteFailed'), reason: errorText(error) })),
  });

  return {
    isBusy: availability.isPending || removal.isPending,
    toggleAvailability: () => availability.mutate(!post.isAvailable),
    confirmDelete: async () => {
      const text = t('deleteText', { title: post.title });
      const question = { title: t('deleteTitle'), text, action: t('delete') };
      if (await confirm({ ...question, isDangerous: true })) removal.mutate();
    },
  };
}
