import type { Profile } from '@upaj/contract/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Calendar from 'lucide-react/icons/calendar';
import MapPin from 'lucide-react/icons/map-pin';
import Star from 'lucide-react/icons/star';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';

interface ProfileHeaderProps {
  profile: Profile;
  /** What one can do with this person. */
  action?: ReactNode;
}

export function ProfileHeader({ profile, action }: ProfileHeaderProps) {
  const t = useT();
  const texts = useTexts('profile');
  const { date } = useFormat();
  const placeName = usePlaceName();
  const { address, socialStats } = profile;
  const place = [address.city, placeName(address.state)].filter(Boolean).join(', ');
  return (
    <Card className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 p-4 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-6 md:p-6">
      <Avatar name={profile.fullName} src={profile.avatar} size="large" />
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
      <div className="col-span-full row-start-2 flex flex-col gap-2">
        <p className="flex flex-wrap gap-2">
          <Badge tone="leaf">{t.names.userType[profile.userType]}</Badge>
          <Badge tone="plain">{texts.posts(profile.totalPosts)}</Badge>
        </p>
        {profile.bio && <p>{profile.bio}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-note text-soft">
          {place && <Fact icon={<MapPin size={16} aria-hidden />}>{place}</Fact>}
          {profile.majorProduct && (
            <Fact icon={<Wheat size={16} aria-hidden />}>
              {texts.mainProduct}: {profile.majorProduct}
            </Fact>
          )}
          {socialStats.totalReviews > 0 && (
            <Fact icon={<Star size={16} aria-hidden />}>
              {socialStats.rating.toFixed(1)} ({t.post.reviews(socialStats.totalReviews)})
            </Fact>
          )}
          <Fact icon={<Calendar size={16} aria-hidden />}>{texts.joined(date(profile.joinedDate))}</Fact>
        </ul>
      </div>
      {action && <div className="col-span-full md:col-auto md:col-start-3 md:row-start-1">{action}</div>}
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
