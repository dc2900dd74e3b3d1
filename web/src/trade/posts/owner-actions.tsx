import { Link } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '#i18n/locale.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { useOwnerActions } from './use-owner-actions.ts';

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
