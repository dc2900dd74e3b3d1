import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useTexts } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';

/** Back to the market of the place one came from. */
export function MarketBack({ location }: { location?: string | undefined }) {
  const texts = useTexts('market');
  return (
    <Link to="/Market" search={{ location }} className={buttonClass('quiet', '-ml-5 self-start')}>
      <ArrowLeft size={20} aria-hidden />
      {texts.back}
    </Link>
  );
}
