import { Link } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Wheat from 'lucide-react/icons/wheat';
import { useT } from '#i18n/locale.ts';
import { CountBadge } from '#ui/count-badge.tsx';
import { cx } from '#ui/cx.ts';

const tabs = [
  { to: '/', name: 'home', icon: House },
  { to: '/Crops', name: 'crops', icon: Wheat },
  { to: '/create-post', name: 'sell', icon: Plus },
  { to: '/Market', name: 'market', icon: ChartLine },
  { to: '/Chat', name: 'chat', icon: MessageCircle },
] as const;

/** Phones only: the five places within reach of a thumb. */
export function BottomTabs({ unread }: { unread: number }) {
  const t = useT();
  return (
    <nav
      aria-label={t.shell.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-5 text-center text-tiny">
        {tabs.map(({ to, name, icon: Icon }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex flex-col items-center justify-center leading-tight text-soft aria-[current=page]:font-semibold aria-[current=page]:text-leaf"
            >
              <span
                className={cx(
                  'relative grid size-8 place-items-center',
                  name === 'sell' && 'rounded-full bg-haldi text-on-haldi',
                )}
              >
                <Icon size={23} aria-hidden />
                {name === 'chat' && <CountBadge count={unread} className="absolute -top-1 left-1/2" />}
              </span>
              {t.shell[name]}
              {name === 'chat' && unread > 0 && <span className="sr-only">, {t.shell.unread(unread)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
