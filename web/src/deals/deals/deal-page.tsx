import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, sideOf, type Side } from '@upaj/contract/deals/offer-machine';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { langOf, useT } from '#i18n/locale.ts';
import { usePartyName } from '#deals/deals/parties.ts';
import { SellOut } from '#deals/offers/sell-out.tsx';
import { ownReviewQuery } from '#deals/reviews/api.ts';
import { OwnReview } from '#deals/reviews/reviews.tsx';
import { OldUpi } from '#deals/upi/old-upi.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Agreement } from './agreement.tsx';
import { ContactCard } from './contact-card.tsx';
import { DisputeBanner } from './dispute.tsx';
import { NextStep } from './next-step.tsx';
import { CancellationBanner, OtherActions } from './other-actions.tsx';
import { History, Progress } from './progress.tsx';
import { ProgressLine } from './progress-line.tsx';
import { StatusBadge } from './status-badge.tsx';

export function DealPage({ deal, viewerId }: { deal: Deal; viewerId: string }) {
  const t = useT('deals');
  const nameOf = usePartyName();
  const side = sideOf(deal, viewerId);
  const other = deal[otherSide(side)];
  const name = nameOf(other);
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <header className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
          {t('number', { number: deal.number })}
          <StatusBadge status={deal.status} />
        </p>
        <h1
          lang={langOf(deal.goods.title)}
          className="text-title font-bold tracking-tight wrap-break-word md:text-hero"
        >
          {deal.goods.title}
        </h1>
        <p>{t(`role.${side}`, { name })}</p>
      </header>
      <ProgressLine deal={deal} />
      <CancellationBanner deal={deal} side={side} />
      <DisputeBanner deal={deal} side={side} />
      {deal.hasOldUpi && deal.confirmations.paid.seller === null && <OldUpi deal={deal} />}
      <NextStep deal={deal} side={side} />
      {deal.status === 'completed' && other.username !== null && (
        <DealReview username={other.username} name={name} role={otherSide(side)} />
      )}
      {deal.canSellOut && deal.postId && <SellOut postId={deal.postId} />}
      <Agreement deal={deal} />
      <Progress deal={deal} side={side} />
      <ContactCard party={other} />
      <Link
        to="/deals/$dealId/slip"
        params={{ dealId: deal._id }}
        className={buttonClass('line', 'self-start max-sm:w-full')}
      >
        <ReceiptText size={18} aria-hidden />
        {t('slip.open')}
      </Link>
      <History deal={deal} side={side} />
      <OtherActions deal={deal} side={side} />
    </div>
  );
}

/** Shows nothing when the other side blocked the viewer, because the server then refuses to return the own review. */
function DealReview({ username, name, role }: { username: string; name: string; role: Side }) {
  const t = useT('deals');
  const { data } = useQuery(ownReviewQuery(username));
  if (!data) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">{t('review', { name })}</h2>
      <OwnReview username={username} personName={name} reviewedRole={role} />
    </section>
  );
}
