import { Link } from '@tanstack/react-router';
import type { Achievement, Profile } from '@upaj/contract/people/profiles';
import Award from 'lucide-react/icons/award';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Calendar from 'lucide-react/icons/calendar';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import MapPin from 'lucide-react/icons/map-pin';
import Sprout from 'lucide-react/icons/sprout';
import Star from 'lucide-react/icons/star';
import Users from 'lucide-react/icons/users';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';

interface ProfileHeaderProps {
  profile: Profile;
  cover: ReactNode;
  avatar: ReactNode;
  presence?: ReactNode;
  record: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

export function ProfileHeader(props: ProfileHeaderProps) {
  const { profile, cover, avatar, presence, record, actions, children } = props;
  const tNames = useT('names');
  const t = useT('profile');
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
            <NameHeading profile={profile} />
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="leaf">{tNames(`userType.${profile.userType}`)}</Badge>
              {presence}
            </p>
          </div>
        </div>
        {profile.bio && <p className="max-w-prose whitespace-pre-line">{profile.bio}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-note text-soft">
          {place && <Fact icon={<MapPin size={16} aria-hidden />}>{place}</Fact>}
          <Stars profile={profile} />
          <li>{record}</li>
          {profile.majorProduct && (
            <Fact icon={<Wheat size={16} aria-hidden />}>
              {t('mainProduct')}: {profile.majorProduct}
            </Fact>
          )}
          <Fact icon={<Calendar size={16} aria-hidden />}>
            {t('joined', { date: date(profile.joinedDate) })}
          </Fact>
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

function NameHeading({ profile }: { profile: Pick<Profile, 'fullName' | 'username' | 'isVerified'> }) {
  const t = useT('common');
  return (
    <div className="min-w-0">
      <h1 className="text-title font-bold tracking-tight">
        {profile.fullName}
        {profile.isVerified && (
          <>
            {'\u00a0'}
            <BadgeCheck
              size={22}
              role="img"
              aria-label={t('verified')}
              className="inline align-[-0.15em] text-sky"
            />
          </>
        )}
      </h1>
      <p className="text-soft">@{profile.username}</p>
    </div>
  );
}

function Stars({ profile: { socialStats } }: { profile: Profile }) {
  const t = useT('post');
  const shown = socialStats.rating.toFixed(1);
  return (
    <li className="flex items-center gap-1.5">
      <Star
        size={16}
        aria-hidden
        fill={socialStats.totalReviews > 0 ? 'currentColor' : 'none'}
        className="text-haldi"
      />
      {socialStats.totalReviews > 0 ? (
        <span>
          <b aria-hidden className="font-semibold text-ink">
            {shown}
          </b>
          <span className="sr-only">{t('rating', { value: shown })}</span> (
          {t('reviews', { count: socialStats.totalReviews })})
        </span>
      ) : (
        <span>{t('noRating')}</span>
      )}
    </li>
  );
}

const icons = {
  'first-post': Sprout,
  'ten-posts': Award,
  verified: BadgeCheck,
  'well-rated': Star,
  followed: Users,
  'one-year': CalendarHeart,
} satisfies Record<Achievement['icon'], typeof Award>;

function Achievements({ achievements }: { achievements: readonly Achievement[] }) {
  const t = useT('profile');
  if (achievements.length === 0) return null;
  return (
    <ul aria-label={t('achievements')} className="flex flex-wrap gap-2">
      {achievements.map(({ icon }) => {
        const Icon = icons[icon];
        return (
          <li
            key={icon}
            className="flex items-center gap-1.5 rounded-full bg-haldi-wash px-3 py-1 text-note font-medium"
          >
            <Icon size={16} aria-hidden />
            {t(`achievement.${icon}`)}
          </li>
        );
      })}
    </ul>
  );
}

function Stats({ profile }: { profile: Profile }) {
  const t = useT('profile');
  const params = { username: profile.username };
  const link =
    'inline-flex min-h-11 items-center gap-1 rounded-small underline-offset-4 hover:text-leaf hover:underline';
  return (
    <ul aria-label={t('counts')} className="-my-1 flex flex-wrap gap-x-5">
      <li className="inline-flex min-h-11 items-center gap-1">
        <Stat count={profile.totalPosts}>{t('posts', { count: profile.totalPosts })}</Stat>
      </li>
      <li>
        <Link to="/user/$username/followers" params={params} className={link}>
          <Stat count={profile.followersCount}>{t('followers', { count: profile.followersCount })}</Stat>
        </Link>
      </li>
      <li>
        <Link to="/user/$username/following" params={params} className={link}>
          <Stat count={profile.followingCount}>{t('following')}</Stat>
        </Link>
      </li>
    </ul>
  );
}

function Stat({ count, children }: { count: number; children: ReactNode }) {
  return (
    <>
      <b className="font-semibold">{formatCount(count)}</b> <span className="text-soft">{children}</span>
    </>
  );
}

export function Presence({ profile }: { profile: Pick<Profile, 'isOnline' | 'lastSeen'> }) {
  const t = useT('profile');
  const { ago } = useFormat();
  if (profile.isOnline) {
    return (
      <Badge tone="leaf">
        <span aria-hidden className="size-2 rounded-full bg-leaf" />
        {t('online')}
      </Badge>
    );
  }
  if (!profile.lastSeen) return null;
  return <span className="text-note text-soft">{t('lastSeen', { ago: ago(profile.lastSeen) })}</span>;
}
