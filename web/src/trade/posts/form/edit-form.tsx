import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import { useRef, useState } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { patchPost, postKeys } from '#trade/posts/post-cache.ts';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { FormContent } from './draft.ts';
import { valuesOf } from './form-values.ts';
import { storedPhoto } from './photo.ts';
import { PostForm } from './post-form.tsx';
import { editPost, type UploadOptions } from './send-post.ts';

export function EditForm({ post }: { post: Post }) {
  const t = useT('create-post');
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  // A fresher post or another language does not overwrite what is typed.
  const [initial] = useState<FormContent>(() => ({
    values: valuesOf(post, locale),
    photos: post.images.map(storedPhoto),
  }));
  const hasChanges = useRef(false);
  const toPost = () => navigate({ to: '/post/$postId', params: { postId: post._id } });

  useBlocker({
    enableBeforeUnload: () => hasChanges.current,
    shouldBlockFn: async () => {
      if (!hasChanges.current) return false;
      const title = t('leaveTitle');
      const text = t('leaveText');
      const action = t('leave');
      return !(await confirm({ title, text, action, isDangerous: true }));
    },
  });

  async function send(content: FormContent, options: UploadOptions): Promise<void> {
    const edited = await editPost(post._id, content, initial, options);
    hasChanges.current = false;
    client.setQueryData(postKeys.one(post._id), edited);
    patchPost(client, post._id, edited);
    toast.success(t('updated'), { kind: 'flow' });
    await toPost();
  }

  return (
    <PostForm
      initial={initial}
      action={t('save')}
      busyAction={t('saving')}
      failed={t('updateFailed')}
      send={send}
      onChange={(content) => {
        hasChanges.current = JSON.stringify(keyOf(content)) !== JSON.stringify(keyOf(initial));
      }}
      onCancel={() => void toPost()}
    />
  );
}

function keyOf({ values, photos }: FormContent) {
  return [values, photos.map(({ id }) => id)];
}
