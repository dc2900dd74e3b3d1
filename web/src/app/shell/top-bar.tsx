import { Link, useLocation } from '@tanstack/react-router';
import Bookmark from 'lucide-react/icons/bookmark';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import X from 'lucide-react/icons/x';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { shownSince } from '#lib/connection.ts';
import { useFormat } from '#lib/format.ts';
import { addLayer } from '#lib/layers.ts';
import { useSignal } from '#lib/signal.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import type { Account } from '@upaj/contract/people/profiles';
import { SearchBox } from '#trade/search/search-box.tsx';
import { PersonIcon } from '#ui/avatar.tsx';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { LanguageSelect } from '#ui/language.tsx';
import {
  ChatButton,
  DealsButton,
  LogoutButton,
  onBar,
  ProfileButton,
  SettingsButton,
  ThemeButton,
} from './bar-actions.tsx';
import { Brand, OfflineBanner } from './frame.tsx';
import { NavLink } from './nav-link.tsx';
import { useLogout } from './use-logout.ts';

const links = [
  { to: '/', name: 'home' },
  { to: '/Crops', name: 'crops' },
  { to: '/Market', name: 'market' },
  { to: '/deals', name: 'deals' },
] as const;
const forStaff = { to: '/moderation', name: 'moderation' } as const;

const linkClass =
  'flex min-h-11 items-center rounded-control px-3.5 md:max-lg:px-2.5 opacity-85 hover:opacity-100 ' +
  'aria-[current]:bg-on-bar-wash aria-[current]:font-semibold aria-[current]:opacity-100';

type Part = 'menu' | 'search';

interface TopBarProps {
  user: Account;
  unread: number;
  bell: ReactNode;
}

export function TopBar({ user, unread, bell }: TopBarProps) {
  const t = useT('shell');
  const { logOut, isBusy } = useLogout();
  const { pathname } = useLocation();
  // The open part belongs to the current screen, so that a navigation closes it.
  const [opened, setOpened] = useState<{ part: Part; at: string }>();
  const open = opened?.at === pathname ? opened.part : undefined;
  const toggle = (part: Part) => setOpened(open === part ? undefined : { part, at: pathname });
  useEffect(() => (open ? addLayer(() => setOpened(undefined)) : undefined), [open]);

  const hasRoom = useMediaQuery('(min-width: 64rem)');
  const since = useSignal(shownSince);
  const { time } = useFormat();
  const isStaff = Boolean(user.staffRole);
  const navigation = [...links, ...(isStaff ? [forStaff] : [])].map(({ to, name }) => (
    <NavLink
      key={to}
      to={to}
      className={cx(linkClass, (to === '/deals' || to === '/moderation') && 'md:max-lg:hidden')}
    >
      {t(`${name}`)}
    </NavLink>
  ));

  return (
    <header className="on-bar sticky top-0 z-20 bg-leaf-deep text-on-bar">
      <div className="mx-auto flex h-14 max-w-[76rem] items-center px-3.5 max-md:pr-1 md:h-16 md:px-6 lg:gap-2">
        <div className="mr-auto shrink-0 md:mr-1 lg:mr-3">
          <Brand />
        </div>
        <nav aria-label={t('mainNavigation')} className="hidden shrink-0 md:flex lg:gap-1">
          {navigation}
        </nav>
        {hasRoom && (
          <div className="ml-3 w-full max-w-md">
            <SearchBox />
          </div>
        )}
        <IconButton
          label={t('search')}
          aria-expanded={open === 'search'}
          className={`${onBar} md:ml-auto lg:hidden`}
          onClick={() => toggle('search')}
        >
          <Search size={21} aria-hidden />
        </IconButton>
        <div className="flex items-center lg:ml-auto">
          <LanguageSelect state={user.address?.state} className={onBar} />
          <DealsButton />
          {bell}
          <div className="hidden md:flex">
            <ThemeButton />
            <ChatButton unread={unread} />
            <ProfileButton user={user} />
            <SettingsButton />
            <LogoutButton onClick={logOut} isBusy={isBusy} />
          </div>
        </div>
        <IconButton
          label={t('menu')}
          aria-expanded={open === 'menu'}
          className={`${onBar} md:hidden`}
          onClick={() => toggle('menu')}
        >
          {open === 'menu' ? <X size={23} aria-hidden /> : <Menu size={23} aria-hidden />}
        </IconButton>
      </div>
      {open === 'search' && (
        <div className="px-3.5 pb-3 lg:hidden">
          <SearchBox autoFocus onDone={() => setOpened(undefined)} />
        </div>
      )}
      {open === 'menu' && (
        <nav aria-label={t('menu')} className="flex flex-col border-t border-on-bar-line px-2 py-2 md:hidden">
          {navigation}
          <Link to="/Profile" className={`${linkClass} gap-3`}>
            <PersonIcon size={20} />
            {t('profile')}
          </Link>
          <Link to="/Profile" search={{ tab: 'saved' }} className={`${linkClass} gap-3`}>
            <Bookmark size={20} aria-hidden />
            {t('savedPosts')}
          </Link>
          <Link to="/settings" className={`${linkClass} gap-3`}>
            <Settings size={20} aria-hidden />
            {t('settings')}
          </Link>
          <Link to="/help" className={`${linkClass} gap-3`}>
            <CircleHelp size={20} aria-hidden />
            {t('help')}
          </Link>
          <button type="button" className={`${linkClass} gap-3`} onClick={logOut} disabled={isBusy}>
            <LogOut size={20} aria-hidden />
            {t('logout')}
          </button>
          <div className="flex px-1">
            <ThemeButton />
            <ChatButton unread={unread} />
          </div>
        </nav>
      )}
      <OfflineBanner more={t('sentLater')} age={since > 0 ? t('savedAt', { time: time(since) }) : ''} />
    </header>
  );
}
