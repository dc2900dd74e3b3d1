import { Link } from '@tanstack/react-router';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { useT } from '#i18n/locale.ts';
import { useHasCodes } from '#people/users/api.ts';
import { OrLine } from '#people/users/provider-buttons.tsx';
import { buttonClass } from '#ui/button.tsx';

/** The space is there before it is known whether the server sends codes, so that the form below does not jump. */
export function NumberLink({ next }: { next: string | undefined }) {
  const t = useT('auth');
  const hasCodes = useHasCodes();
  if (hasCodes === false) return null;
  return (
    <div className={`mt-6 -mb-3 flex flex-col gap-3 ${hasCodes ? '' : 'invisible'}`}>
      <Link to="/login/number" search={{ next }} className={buttonClass('line', 'min-h-12 w-full')}>
        <MessageSquareText size={20} aria-hidden className="shrink-0" />
        {t('withNumber')}
      </Link>
      <OrLine />
    </div>
  );
}
