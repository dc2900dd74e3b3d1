import { Link } from '@tanstack/react-router';
import type { Message } from '@upaj/contract/chat/messages';
import HandCoins from 'lucide-react/icons/hand-coins';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useAmount } from '#i18n/amount.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { inMessageClass, pinnedClass } from './message-post.tsx';

export type WantedReference = NonNullable<Message['wanted']>;

export function MessageWanted({ wanted }: { wanted: WantedReference }) {
  return (
    <Link to="/wanted/$wantedId" params={{ wantedId: wanted._id }} className={inMessageClass}>
      <WantedSummary wanted={wanted} iconClass="size-14" />
    </Link>
  );
}

export function PinnedWanted({ wanted }: { wanted: WantedReference }) {
  return (
    <Link to="/wanted/$wantedId" params={{ wantedId: wanted._id }} className={pinnedClass}>
      <WantedSummary wanted={wanted} iconClass="size-11" />
    </Link>
  );
}

function WantedSummary({ wanted, iconClass }: { wanted: WantedReference; iconClass: string }) {
  const tNames = useT('names');
  const t = useT('wanted');
  const cropName = useNameOfCrop(wanted);
  const amountOf = useAmount();
  const { maxPrice, priceUnit, isOpen, isEnded } = wanted;
  return (
    <>
      <span
        aria-hidden
        className={cx('grid shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf', iconClass)}
      >
        <HandCoins size={26} />
      </span>
      <span className="min-w-0 flex-1 text-note">
        <span className="line-clamp-2 font-semibold wrap-anywhere">
          {cropName} · {t('wants', { amount: amountOf(wanted) })}
        </span>
        <span className="flex flex-wrap items-center gap-x-2">
          <span>
            <span className="text-soft">{t('upTo')}</span> <b>{formatMoney(maxPrice)}</b>{' '}
            <span className="text-soft">{tNames(`unit.${priceUnit}`)}</span>
          </span>
          {(isEnded || !isOpen) && <Badge tone="mirch">{isOpen ? t('ended') : t('closed')}</Badge>}
        </span>
      </span>
    </>
  );
}
