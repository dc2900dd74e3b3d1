import { Link } from '@tanstack/react-router';
import Sprout from 'lucide-react/icons/sprout';
import { useT } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function MarketNotOpenYet() {
  return <NotOpenYet text={useT().shell.notOpenMarket} />;
}

function NotOpenYet({ text }: { text: string }) {
  const t = useT();
  return (
    <EmptyState
      heading="h1"
      icon={<Sprout size={30} />}
      title={t.shell.notOpenTitle}
      text={text}
      action={
        <Link to="/Crops" className={buttonClass()}>
          {t.shell.notOpenAction}
        </Link>
      }
    />
  );
}
