import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { ShareIconButton } from './share-button.tsx';
import { useSharedPost } from './shared-post.ts';

export function SharePost({ post }: { post: Post }) {
  const t = useT('share');
  const shared = useSharedPost(post);
  return <ShareIconButton {...shared} hint={post.hasPublicPage === false ? t('membersOnly') : undefined} />;
}
