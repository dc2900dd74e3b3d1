import { Link } from '@tanstack/react-router';
import type { Profile } from '@upaj/contract/people/profiles';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';

/** Posts, followers, following; the latter two open their lists. */
export function Stats({ profile }: { profile: Profile }) {
  const texts = useTexts('profile');
  const params = { username: profile.username };
  const link =
    'inline-flex min-h-11 items-center gap-1 rounded-small underline-offset-4 hover:text-leaf hover:underline';
  return (
    <ul aria-label={texts.counts} className="-my-1 flex flex-wrap gap-x-5">
      <li className="inline-flex min-h-11 items-center gap-1">
        <Stat count={profile.totalPosts}>{texts.posts(profile.totalPosts)}</Stat>
      </li>
      <li>
        <Link to="/user/$username/followers" params={params} className={link}>
          <Stat count={profile.followersCount}>{texts.followers(profile.followersCount)}</Stat>
        </Link>
      </li>
      <li>
        <Link to="/user/$username/following" params={params} className={link}>
          <Stat count={profile.followingCount}>{texts.following}</Stat>
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
