import type { Post } from '@upaj/contract/trade/posts';
import Bookmark from 'lucide-react/icons/bookmark';
import { getT, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { useMark, type Mark } from '#trade/posts/use-mark.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { savedKey } from './api.ts';

/** A save is private, unlike a like. */
export function SaveButton({ post }: { post: Pick<Post, '_id' | 'isSaved'> }) {
  const t = useT('post-page');
  const { _id, isSaved } = post;
  const setSaved = useMark(_id, { isSaved }, save);
  return (
    <IconButton
      label={t('save')}
      aria-pressed={isSaved}
      onClick={() => setSaved(!isSaved)}
      className={isSaved ? 'text-leaf' : 'text-soft hover:text-ink'}
    >
      <Bookmark size={21} aria-hidden fill={isSaved ? 'currentColor' : 'none'} />
    </IconButton>
  );
}

const save: Mark<Pick<Post, 'isSaved'>> = {
  name: 'save',
  listKey: savedKey,
  change: (_post, isSaved) => ({ isSaved }),
  send: (postId, isSaved) =>
    isSaved
      ? api('PUT /api/v1/post/:postId/save', { params: { postId } })
      : api('DELETE /api/v1/post/:postId/save', { params: { postId } }),
  failure: (isSaved) => getT('post-page')(isSaved ? 'saveFailed' : 'unsaveFailed'),
  onDone: (isSaved) => {
    toast.success(getT('post-page')(isSaved ? 'saved' : 'unsaved'));
  },
};
