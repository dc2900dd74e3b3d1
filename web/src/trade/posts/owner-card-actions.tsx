import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { IconButton, iconButtonClass } from '#ui/icon-button.tsx';
import { useOwnerActions } from './use-owner-actions.ts';

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
