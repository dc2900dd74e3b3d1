import { useQueryClient } from '@tanstack/react-query';
import type { Follow } from '@upaj/contract/people/follows';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { useT } from '#i18n/locale.ts';
import { isApiError, serverText } from '#lib/api-errors.ts';
import { useToggle } from '#lib/use-toggle.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { followChanged } from '#people/users/events.ts';
import { knownFollowers, patchPerson, patchUser, profileKeys } from '#people/profiles/profile-cache.ts';
import { sendFollow } from './api.ts';

export function FollowButton({ person, className }: { person: Followable; className?: string }) {
  const t = useT('profile');
  const toggle = useFollow(person);
  const { isFollowing, fullName } = person;
  const Icon = isFollowing ? UserCheck : UserPlus;
  return (
    <Button
      variant="line"
      icon={<Icon size={18} aria-hidden />}
      aria-label={
        isFollowing ? t('unfollowPerson', { name: fullName }) : t('followPerson', { name: fullName })
      }
      onClick={toggle}
      className={`${isFollowing ? 'bg-leaf-wash' : ''} ${className ?? ''}`}
    >
      {isFollowing ? t('followingNow') : t('follow')}
    </Button>
  );
}

type Followable = Pick<PublicProfile, '_id' | 'username' | 'fullName' | 'isFollowing'>;

function useFollow(person: Followable): () => void {
  const t = useT('profile');
  const client = useQueryClient();
  const { _id, username } = person;
  const followersCount = knownFollowers(client, _id);
  const setFollowing = useToggle<Pick<Follow, 'isFollowing'> & Partial<Follow>>(`follow ${_id}`, {
    shown: { isFollowing: person.isFollowing, ...(followersCount !== undefined && { followersCount }) },
    change: ({ followersCount }, isFollowing) => ({
      isFollowing,
      ...(followersCount !== undefined && {
        followersCount: Math.max(0, followersCount + (isFollowing ? 1 : -1)),
      }),
    }),
    send: (isFollowing) => sendFollow(username, isFollowing),
    show: (follow) => patchPerson(client, _id, follow),
    onSaved(isFollowing, saved, before) {
      const step = Number(saved.isFollowing) - Number(before.isFollowing);
      patchUser(client, ({ followingCount }) => ({ followingCount: Math.max(0, followingCount + step) }));
      if (isFollowing) toast.success(t('followed'));
      void client.invalidateQueries({ queryKey: profileKeys.people, refetchType: 'none' });
      followChanged.publish(client);
    },
    onFailed(error, isFollowing) {
      // A failed unfollow shows no toast: the button alone shows that nothing changed.
      if (!isFollowing) return;
      toast.error(isApiError(error) ? (serverText(error) ?? t('followFailed')) : t('followBroke'));
    },
  });
  return () => setFollowing(!person.isFollowing);
}
