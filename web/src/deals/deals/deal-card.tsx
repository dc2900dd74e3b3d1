import { Link } from '@tanstack/react-router';
import { hasEnded } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, sideOf } from '@upaj/contract/deals/offer-machine';
import { langOf, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useAmount } from '#i18n/amount.ts';
import { Card } from '#ui/card.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { usePartyName } from '#deals/deals/parties.ts';
import { useNextSentence } from './next-sentence.ts';
import { StatusBadge } from './status-badge.tsx';

export function DealCard({ deal, viewerId }: { deal: Deal; viewerId: string }) {
  const t = useT('deals');
  const amountOf = useAmount();
  const nameOf = usePartyName();
  const sentenceOf = useNextSentence();
  const { _id, goods, terms, total, status } = deal;
  const side = sideOf(deal, viewerId);
  return (
    <Card className="relative h-full hover:border-leaf">
      <article className="flex gap-3 p-3.5">
        <span className="relative size-18 shrink-0 overflow-hidden rounded-control">
          <Photo src={goods.image ?? undefined} alt="" sizes="4.5rem" widest={320} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h2 className="min-w-0 font-semibold">
              <Link
                to="/deals/$dealId"
                params={{ dealId: _id }}
                lang={langOf(goods.title)}
                className="line-clamp-2 before:absolute before:inset-0"
              >
                {goods.title}
              </Link>
            </h2>
            <StatusBadge status={status} />
          </div>
          <p className="text-note text-soft">{t(`role.${side}`, { name: nameOf(deal[otherSide(side)]) })}</p>
          <p className="text-note">
            {amountOf(terms)} · <b className="font-semibold">{formatMoney(total)}</b>
          </p>
          {!hasEnded(deal) && <p className="text-note text-soft">{sentenceOf(deal, side)}</p>}
        </div>
      </article>
    </Card>
  );
}
