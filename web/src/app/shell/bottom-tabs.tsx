import { Link, useLocation } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import HandCoins from 'lucide-react/icons/hand-coins';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Sprout from 'lucide-react/icons/sprout';
import Wheat from 'lucide-react/icons/wheat';
import { useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { CountBadge } from '#ui/badge.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { NavLink } from './nav-link.tsx';

const look =
  'flex flex-col items-center justify-center leading-tight text-soft aria-[current]:font-semibold aria-[current]:text-leaf';

export function BottomTabs({ unread }: { unread: number }) {
  const t = useT('shell');
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-5 text-center text-tiny">
        <Tab to="/" name="home" icon={House} />
        <Tab to="/Crops" name="crops" icon={Wheat} />
        <li className="grid">
          <SellButton />
        </li>
        <Tab to="/Market" name="market" icon={ChartLine} />
        <Tab to="/Chat" name="chat" icon={MessageCircle} count={unread} />
      </ul>
    </nav>
  );
}

interface TabProps {
  to: '/' | '/Crops' | '/Market' | '/Chat';
  name: 'home' | 'crops' | 'market' | 'chat';
  icon: typeof House;
  count?: number;
}

function Tab({ to, name, icon: Icon, count = 0 }: TabProps) {
  const t = useT('shell');
  return (
    <li className="grid">
      <NavLink to={to} className={look}>
        <span className="relative grid size-8 place-items-center">
          <Icon size={23} aria-hidden />
          <CountBadge count={count} className="absolute -top-1 left-1/2" />
        </span>
        {t(name)}
        {count > 0 && <span className="sr-only">, {t('unread', { count })}</span>}
      </NavLink>
    </li>
  );
}

/** Offers what the user can add, the likelier first. Only merchants write wanted posts. */
function SellButton() {
  const t = useT('shell');
  const isMerchant = useUser()?.userType === 'merchant';
  const { href } = useLocation();
  // The open state belongs to the current screen, so that a navigation closes the sheet.
  const [openAt, setOpenAt] = useState<string>();
  const sell = (
    <AddLink key="sell" to="/create-post" icon={<Sprout size={24} aria-hidden />} text={t('sellText')}>
      {t('sellProduce')}
    </AddLink>
  );
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpenAt(href)} className={look}>
        <span className="grid size-8 place-items-center rounded-full bg-haldi text-on-haldi">
          <Plus size={23} aria-hidden />
        </span>
        {t('sell')}
      </button>
      {openAt === href && (
        <Sheet title={t('addTitle')} onClose={() => setOpenAt(undefined)}>
          <div className="flex flex-col gap-3">
            {isMerchant ? (
              <>
                <AddLink to="/wanted/new" icon={<HandCoins size={24} aria-hidden />} text={t('buyText')}>
                  {t('sayWanted')}
                </AddLink>
                {sell}
              </>
            ) : (
              <>
                {sell}
                <AddLink to="/wanted" icon={<HandCoins size={24} aria-hidden />} text={t('wantedText')}>
                  {t('seeWanted')}
                </AddLink>
              </>
            )}
          </div>
        </Sheet>
      )}
    </>
  );
}

interface AddLinkProps {
  to: '/create-post' | '/wanted/new' | '/wanted';
  icon: ReactNode;
  text: string;
  children: ReactNode;
}

function AddLink({ to, icon, text, children }: AddLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-3.5 rounded-control border border-line p-3 hover:border-leaf"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf">
        {icon}
      </span>
      <span>
        <b className="block font-semibold">{children}</b>
        <span className="block text-note text-soft">{text}</span>
      </span>
    </Link>
  );
}
