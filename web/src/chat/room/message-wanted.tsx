import { Link } from '@tanstack/react-router';
import type { Message } from '@upaj/contract/chat/messages';
import HandCoins from 'lucide-react/icons/hand-coins';
import type { ReactNode } from 'react';
import { useCropName } from '#i18n/crop-names.ts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useAmount } from '#trade/wanted/amount.ts';
import { Badge } from '#ui/badge.tsx';

export type WantedReference = NonNullable<Message['wanted']>;

const look = 'flex items-center gap-3 rounded-control border border-line bg-card p-2';

export function MessageWanted({ wanted }: { wanted: WantedReference }) {
  return (
    <Link to="/wanted/$wantedId" params={{ wantedId: wanted._id }} className={`mb-1.5 text-ink ${look}`}>
      <WantedSummary wanted={wanted} />
    </Link>
  );
}

export function AttachedWanted({ wanted, action }: { wanted: WantedReference; action: ReactNode }) {
  const t = useT('wanted');
  return (
    <div role="group" aria-label={t('about')} className={look}>
      <WantedSummary wanted={wanted} />
      {action}
    </div>
  );
}

function WantedSummary({ wanted }: { wanted: WantedReference }) {
  const tNames = useT('names');
  const t = useT('wanted');
  const cropName = useCropName();
  const amountOf = useAmount();
  const { cropType, maxPrice, priceUnit, isOpen, isEnded } = wanted;
  return (
    <>
      <span
        aria-hidden
        className="grid size-14 shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf"
      >
        <HandCoins size={26} />
      </span>
      <span className="min-w-0 flex-1 text-note">
        <span className="line-clamp-2 font-semibold wrap-anywhere">
          {cropName(cropType)} · {t('wants', { amount: amountOf(wanted) })}
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
