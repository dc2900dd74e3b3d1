import { useT } from '#i18n/locale.ts';
import { ProfilePage } from './shared/profile-page.tsx';
import { LikedPosts } from './shared/saved-posts.tsx';

export function LikedPostsScreen() {
  const t = useT('saved');
  return (
    <ProfilePage title={t('likedPosts')}>
      <LikedPosts />
    </ProfilePage>
  );
}
