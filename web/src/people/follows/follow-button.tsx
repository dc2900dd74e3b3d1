import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { useFollow, type Followable } from './use-follow.ts';

export function FollowButton({ person, className }: { person: Followable; className?: string }) {
  const texts = useTexts('profile');
  const toggle = useFollow(person);
  const { isFollowing, fullName } = person;
  const Icon = isFollowing ? UserCheck : UserPlus;
  return (
    <Button
      variant="line"
      icon={<Icon size={18} aria-hidden />}
      aria-label={isFollowing ? texts.unfollowPerson(fullName) : texts.followPerson(fullName)}
      onClick={toggle}
      className={`${isFollowing ? 'bg-leaf-wash' : ''} ${className ?? ''}`}
    >
      {isFollowing ? texts.followingNow : texts.follow}
    </Button>
  );
}
