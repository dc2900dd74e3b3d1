import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock from 'lucide-react/icons/clock';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useTexts } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';

export type Status = 'pending' | 'sent' | 'read' | 'failed';

const icons = { pending: Clock, sent: Check, read: CheckCheck, failed: CircleAlert };

/** A clock while it is on its way, one tick for sent, two for read. */
export function Ticks({ status }: { status: Status }) {
  const texts = useTexts('chat');
  const Icon = icons[status];
  return (
    <Icon
      size={status === 'pending' ? 14 : 17}
      role="img"
      aria-label={texts[status]}
      className={cx('shrink-0', status === 'read' && 'text-sky', status === 'failed' && 'text-mirch')}
    />
  );
}
