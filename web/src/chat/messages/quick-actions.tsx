import { Link } from '@tanstack/react-router';
import type { UserType } from '@upaj/contract/people/credentials';
import Store from 'lucide-react/icons/store';
import UserRound from 'lucide-react/icons/user-round';
import Wheat from 'lucide-react/icons/wheat';
import { useTexts } from '#i18n/locale.ts';

const look =
  'flex min-h-11 flex-1 shrink-0 items-center justify-center gap-2 rounded-control border border-line bg-card px-3.5 ' +
  'py-2 text-center text-note font-semibold whitespace-nowrap hover:border-leaf hover:text-leaf lg:justify-start';

export function QuickActions({ onFind }: { onFind: (userType: UserType) => void }) {
  const texts = useTexts('chat');
  return (
    <nav
      aria-label={texts.quickActions}
      className="-mx-3.5 scroll-row gap-2 px-3.5 py-1 lg:mx-0 lg:flex-col lg:px-0"
    >
      <h2 className="hidden font-semibold lg:block">{texts.quickActions}</h2>
      <button type="button" className={look} onClick={() => onFind('farmer')}>
        <Wheat size={19} aria-hidden className="text-leaf" />
        {texts.findFarmers}
      </button>
      <button type="button" className={look} onClick={() => onFind('merchant')}>
        <Store size={19} aria-hidden className="text-leaf" />
        {texts.findMerchants}
      </button>
      <Link to="/Profile" className={look}>
        <UserRound size={19} aria-hidden className="text-leaf" />
        {texts.myProfile}
      </Link>
    </nav>
  );
}
