import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Follow } from '@upaj/contract/people/follows';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { useT } from '#i18n/locale.ts';
import { isApiError, serverText } from '#lib/api-errors.ts';
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

/** To restore after a failure. */
const confirmed = new Map<string, Partial<Follow>>();

function useFollow(person: Followable): () => void {
  const t = useT('profile');
  const client = useQueryClient();
  const { _id, username } = person;
  const mutationKey = ['follow', _id];
  const { mutate } = useMutation({
    mutationKey,
    // In sequence: of two quick presses the second wins.
    scope: { id: mutationKey.join() },
    mutationFn: (isFollowing: boolean) => sendFollow(username, isFollowing),
    onMutate: (isFollowing) => {
      const followersCount = knownFollowers(client, _id);
      if (!confirmed.has(_id)) confirmed.set(_id, { isFollowing: person.isFollowing, followersCount });
      const step = isFollowing ? 1 : -1;
      patchPerson(client, _id, {
        isFollowing,
        ...(followersCount !== undefined && { followersCount: Math.max(0, followersCount + step) }),
      });
    },
    onSuccess: ({ data }, isFollowing) => {
      const wasFollowing = confirmed.get(_id)?.isFollowing ?? !data.isFollowing;
      confirmed.set(_id, data);
      const step = Number(data.isFollowing) - Number(wasFollowing);
      patchUser(client, ({ followingCount }) => ({ followingCount: Math.max(0, followingCount + step) }));
      if (isLast(client, mutationKey)) patchPerson(client, _id, data);
      if (isFollowing) toast.success(t('followed'));
      invalidateLists(client);
    },
    onError: (error, isFollowing) => {
      if (isLast(client, mutationKey)) patchPerson(client, _id, definite(confirmed.get(_id)));
      // A failed unfollow is only visible in the button.
      if (!isFollowing) return;

      const text = isApiError(error) ? (serverText(error) ?? t('followFailed')) : t('followBroke');
      toast.error(text);
    },
    onSettled: () => {
      if (isLast(client, mutationKey)) confirmed.delete(_id);
    },
  });
  return () => mutate(!person.isFollowing);
}

function invalidateLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: profileKeys.people, refetchType: 'none' });
  followChanged.publish(client);
}

function definite(follow: Partial<Follow> = {}): Partial<Follow> {
  return follow.followersCount === undefined ? { isFollowing: follow.isFollowing } : follow;
}

function isLast(client: QueryClient, mutationKey: string[]): boolean {
  return client.isMutating({ mutationKey }) <= 1;
}
