import type { Profile } from '@upaj/contract/people/profiles';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';

/** Here now, or when last. */
export function Presence({ profile }: { profile: Pick<Profile, 'isOnline' | 'lastSeen'> }) {
  const texts = useTexts('profile');
  const { ago } = useFormat();
  if (profile.isOnline) {
    return (
      <Badge tone="leaf">
        <span aria-hidden className="size-2 rounded-full bg-leaf" />
        {texts.online}
      </Badge>
    );
  }
  if (!profile.lastSeen) return null;
  return <span className="text-note text-soft">{texts.lastSeen(ago(profile.lastSeen))}</span>;
}
