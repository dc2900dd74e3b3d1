import { Avatar } from '#ui/avatar.tsx';

interface OnlineAvatarProps {
  user: { fullName: string; avatar: string | null };
  isOnline: boolean;
}

/** The green dot is said in words beside it. */
export function OnlineAvatar({ user, isOnline }: OnlineAvatarProps) {
  return (
    <span className="relative shrink-0">
      <Avatar name={user.fullName} src={user.avatar} />
      {isOnline && (
        <span
          aria-hidden
          className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-card bg-leaf"
        />
      )}
    </span>
  );
}
