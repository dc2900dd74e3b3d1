import { Link } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import IndianRupee from 'lucide-react/icons/indian-rupee';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { LanguageChips } from '#ui/language.tsx';

interface AuthPageProps {
  title: string;
  wide?: boolean;
  children: ReactNode;
}

/** On phones the illustration is a strip below the bar. */
export function AuthPage({ title, wide = false, children }: AuthPageProps) {
  const t = useT('auth');
  return (
    <div className="lg:grid lg:grid-cols-[5fr_7fr] lg:items-start lg:gap-14">
      <aside
        className={
          'on-bar relative -mx-3.5 -mt-6 mb-6 aspect-[5/1] overflow-hidden bg-leaf-deep text-on-bar md:-mx-6 md:-mt-10 ' +
          'lg:sticky lg:top-10 lg:aspect-auto lg:mx-0 lg:mt-0 lg:mb-0 lg:h-[min(40rem,calc(100vh-9rem))] lg:rounded-card'
        }
      >
        <div className="hidden p-10 lg:block">
          <p className="text-[2.25rem] leading-tight font-bold tracking-tight text-balance">
            {t('promiseTitle')}
          </p>
          <p className="mt-4 text-lead opacity-90">{t('promiseText')}</p>
          <ul className="mt-6 flex flex-col gap-3">
            {points.map(({ name, icon: Icon }) => (
              <li key={name} className="flex items-center gap-3">
                <Icon size={22} aria-hidden className="shrink-0 text-haldi" />
                {t(`points.${name}`)}
              </li>
            ))}
          </ul>
        </div>
        <Furrows className="absolute inset-x-0 -mt-[11%] w-full lg:bottom-0 lg:mt-0 lg:h-1/2" />
      </aside>
      <div className={`mx-auto w-full ${wide ? 'max-w-[42rem] lg:max-w-none' : 'max-w-md'}`}>
        <LanguageChips layout="row" />
        <h1 className="mt-2 text-title font-bold tracking-tight md:text-hero">{title}</h1>
        {children}
        <p className="mt-1 text-center">
          <Link to="/help" className="inline-flex min-h-11 items-center font-semibold text-leaf underline">
            {t('help')}
          </Link>
        </p>
      </div>
    </div>
  );
}

const points = [
  { name: 'prices', icon: ChartLine },
  { name: 'direct', icon: MessageCircle },
  { name: 'fee', icon: IndianRupee },
] as const;

/** The illustration is drawn, because a photo would be larger than the rest of the screen. */
function Furrows({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 400 240" preserveAspectRatio="xMidYMin slice" aria-hidden className={className}>
      <circle cx="252" cy="100" r="50" className="fill-haldi" />
      <path d="M0 92C70 66 130 74 200 92s130 22 200-6v154H0z" className="fill-leaf-deep" />
      <path d="M0 92C70 66 130 74 200 92s130 22 200-6v154H0z" className="fill-on-bar-wash" />
      {rows.map(([left, right]) => (
        <path key={left} d={`M252 103L${left} 240H${right}Z`} className="fill-leaf-deep" />
      ))}
    </svg>
  );
}

const rows = [
  [-520, -380],
  [-250, -130],
  [-20, 70],
  [150, 215],
  [280, 345],
  [430, 530],
  [650, 790],
] as const;
