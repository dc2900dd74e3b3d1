import { Link, useParams } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { People } from '#people/follows/people-list.tsx';
import { useUser } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';

export function FollowersScreen() {
  return <PeopleScreen list="followers" />;
}

export function FollowingScreen() {
  return <PeopleScreen list="following" />;
}

function PeopleScreen({ list }: { list: 'followers' | 'following' }) {
  const t = useT('profile');
  const { username = '' } = useParams({ strict: false });
  const titles = { followers: t('followersTab'), following: t('followingTab') };
  useTitle(`${titles[list]} · @${username}`);
  const params = { username };
  const isOwn = useUser()?.username === username;
  const backClass = buttonClass('quiet', '-ml-5 self-start');
  const back = (
    <>
      <ArrowLeft size={20} aria-hidden />
      {t('backToProfile')}
    </>
  );
  const linkClass =
    'flex min-h-11 items-center border-b-3 border-transparent px-4 text-soft hover:text-ink ' +
    'aria-[current=page]:border-leaf aria-[current=page]:font-semibold aria-[current=page]:text-leaf';
  return (
    <div className="mx-auto flex max-w-[40rem] flex-col gap-3">
      {isOwn ? (
        <Link to="/Profile" className={backClass}>
          {back}
        </Link>
      ) : (
        <Link to="/user/$username" params={params} className={backClass}>
          {back}
        </Link>
      )}
      <h1 className="text-title font-bold tracking-tight">
        {titles[list]} <span className="font-normal text-soft">@{username}</span>
      </h1>
      {/* Both lists share one history entry, so that Back leaves the screen. */}
      <nav aria-label={t('lists')} className="flex border-b border-line *:-mb-px">
        <Link to="/user/$username/followers" params={params} replace className={linkClass}>
          {t('followersTab')}
        </Link>
        <Link to="/user/$username/following" params={params} replace className={linkClass}>
          {t('followingTab')}
        </Link>
      </nav>
      <People key={list} list={list} username={username} />
    </div>
  );
}
