import type { Profile } from '@upaj/contract/people/profiles';
import Calendar from 'lucide-react/icons/calendar';
import MapPin from 'lucide-react/icons/map-pin';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Achievements } from './achievements.tsx';
import { NameLine } from './name-line.tsx';
import { Stars } from './rating-fact.tsx';
import { Stats } from './stats.tsx';

interface ProfileHeaderProps {
  profile: Profile;
  cover: ReactNode;
  avatar: ReactNode;
  /** Whether they are here; one knows that of oneself. */
  presence?: ReactNode;
  /** What one can do with this person. */
  actions: ReactNode;
  /** Below all of it: how to reach this person. */
  children?: ReactNode;
}

export function ProfileHeader({ profile, cover, avatar, presence, actions, children }: ProfileHeaderProps) {
  const t = useT();
  const texts = useTexts('profile');
  const { date } = useFormat();
  const placeName = usePlaceName();
  const place = [profile.address.city, placeName(profile.address.state)].filter(Boolean).join(', ');
  return (
    <Card>
      <div className="overflow-hidden rounded-t-card">{cover}</div>
      <div className="flex flex-col gap-3 p-4 md:px-6 md:pb-6">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="relative z-1 -mt-16 rounded-full bg-card p-1.5">{avatar}</div>
          <div className="flex flex-wrap justify-end gap-2 max-sm:order-last max-sm:w-full">{actions}</div>
          <div className="flex w-full min-w-0 flex-col gap-2">
            <NameLine profile={profile} />
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="leaf">{t.names.userType[profile.userType]}</Badge>
              {presence}
            </p>
          </div>
        </div>
        {profile.bio && <p className="max-w-prose whitespace-pre-line">{profile.bio}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-note text-soft">
          {place && <Fact icon={<MapPin size={16} aria-hidden />}>{place}</Fact>}
          <Stars profile={profile} />
          {profile.majorProduct && (
            <Fact icon={<Wheat size={16} aria-hidden />}>
              {texts.mainProduct}: {profile.majorProduct}
            </Fact>
          )}
          <Fact icon={<Calendar size={16} aria-hidden />}>{texts.joined(date(profile.joinedDate))}</Fact>
        </ul>
        <Achievements achievements={profile.achievements} />
        <Stats profile={profile} />
        {children}
      </div>
    </Card>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {icon}
      <span>{children}</span>
    </li>
  );
}
