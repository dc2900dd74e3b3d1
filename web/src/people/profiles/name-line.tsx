import type { Profile } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useT } from '#i18n/locale.ts';

export function NameLine({ profile }: { profile: Pick<Profile, 'fullName' | 'username' | 'isVerified'> }) {
  const t = useT();
  return (
    <div className="min-w-0">
      <h1 className="text-title font-bold tracking-tight">
        {profile.fullName}
        {profile.isVerified && (
          <>
            {/* Kept on the line of the last word. */}
            {'\u00a0'}
            <BadgeCheck
              size={22}
              role="img"
              aria-label={t.post.verified}
              className="inline align-[-0.15em] text-sky"
            />
          </>
        )}
      </h1>
      <p className="text-soft">@{profile.username}</p>
    </div>
  );
}
