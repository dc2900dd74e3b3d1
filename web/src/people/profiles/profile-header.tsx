import { Link } from '@tanstack/react-router';
import type { Profile } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Calendar from 'lucide-react/icons/calendar';
import MapPin from 'lucide-react/icons/map-pin';
import Star from 'lucide-react/icons/star';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { Caution } from '#people/users/caution.tsx';
import { useVerifiedText } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Intro } from './intro.tsx';

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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 p-3 pt-0 md:gap-y-4 md:px-6 md:pb-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex min-w-0 items-start gap-2 md:gap-3">
          <div className="relative z-1 -mt-8 rounded-full bg-card p-1 md:-mt-10">{avatar}</div>
          <div className="flex min-w-0 flex-1 flex-col gap-1 pt-2 md:pt-3">
            <NameHeading profile={profile} />
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone="leaf">{tNames(`userType.${profile.userType}`)}</Badge>
              {presence}
            </p>
          </div>
        </div>
        <Caution of={profile} className="lg:col-span-2" />
        <ul className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-note text-soft md:gap-x-5 md:gap-y-1.5 lg:col-start-2 lg:row-start-2 lg:content-start">
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
        <Intro bio={profile.bio} achievements={profile.achievements} verifiedFor={profile.verifiedFor} />
        <Stats profile={profile} />
        <div className="flex flex-wrap gap-2 lg:col-start-2 lg:row-start-1 lg:content-start lg:justify-end lg:pt-4">
          {actions}
        </div>
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

function NameHeading({
  profile,
}: {
  profile: Pick<Profile, 'fullName' | 'username' | 'isVerified' | 'verifiedFor'>;
}) {
  const verified = useVerifiedText(profile);
  return (
    <div className="min-w-0">
      <h1 lang={langOf(profile.fullName)} className="pr-6 text-lead font-bold tracking-tight md:text-title">
        {profile.fullName}
        {/* The tick takes no room in the line, so that it stays beside the name. */}
        {profile.isVerified && (
          <>
            {'\u00a0'}
            <BadgeCheck
              size={22}
              role="img"
              aria-label={verified}
              className="-mr-6 inline align-[-0.15em] text-sky"
            >
              <title>{verified}</title>
            </BadgeCheck>
          </>
        )}
      </h1>
      <p className="text-note text-soft md:text-base">@{profile.username}</p>
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

function Stats({ profile }: { profile: Profile }) {
  const t = useT('profile');
  const params = { username: profile.username };
  const cell =
    'flex min-h-11 flex-col items-center justify-center px-1 py-0.5 text-center leading-tight wrap-break-word';
  const link = `${cell} rounded-small underline-offset-4 hover:text-leaf hover:underline`;
  return (
    <ul
      aria-label={t('counts')}
      className="grid grid-cols-[repeat(3,minmax(min-content,1fr))] divide-x divide-line rounded-control border border-line lg:row-start-3 lg:self-end"
    >
      <li className={cell}>
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
      <b className="font-semibold">{formatCount(count)}</b>{' '}
      <span className="text-tiny text-soft">{children}</span>
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
