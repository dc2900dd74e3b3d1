import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sideOf, type OfferStatus } from '@upaj/contract/deals/offer-machine';
import type { Offer, Round } from '@upaj/contract/deals/offers';
import { mayBeSoldOut, stockOf } from '@upaj/contract/deals/quantity';
import type { ReactNode } from 'react';
import { langOf, useLocale, useT } from '#i18n/locale.ts';
import { formatMoney, formatTime } from '#lib/format.ts';
import { useNow } from '#lib/use-time.ts';
import { postQuery } from '#trade/posts/api.ts';
import { MarketPriceLine } from '#trade/posts/market-price-line.tsx';
import { useOddPrice } from '#trade/posts/odd-price.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { lazyListen } from '#ui/listen/lazy-listen.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { StatusBadge as DealStatusBadge } from '#deals/deals/status-badge.tsx';
import { lastRound, partnerOf, useMoreTermsText, useOfferTexts } from './offer-view.ts';
import { SellOut } from './sell-out.tsx';
import type { SentTerms } from './terms-values.ts';

const Listen = lazyListen('offer', async () => (await import('./listen-to-offer.tsx')).ListenToOffer);

interface OfferCardProps {
  /** The offer has its status by the clock, as `offerAt` sets it. */
  offer: Offer;
  viewerId: string;
}

interface WholeCardProps extends OfferCardProps {
  /** True in a conversation, which shows the earlier rounds by itself. */
  isInRoom?: boolean;
  /** True when another message of the conversation says how the offer ended. */
  hasEnd?: boolean;
  children?: ReactNode;
}

export function OfferCard({ offer, viewerId, isInRoom, hasEnd, children }: WholeCardProps) {
  const t = useT('offers');
  const locale = useLocale();
  const texts = useOfferTexts(viewerId);
  const round = lastRound(offer);
  const isTurn = offer.turn === sideOf(offer, viewerId);
  const time = formatTime(Date.parse(round.validUntil), locale);
  return (
    <article aria-label={t('about', { title: offer.goods.title })} className="flex flex-col gap-2">
      <GoodsLine
        goods={offer.goods}
        postId={offer.postId}
        badge={<StatusBadge offer={offer} isTurn={isTurn} />}
      />
      <div className="flex items-start justify-between gap-1">
        <TermsBlock terms={round} total={round.total} viewerId={viewerId} />
        <Listen offer={offer} viewerId={viewerId} />
      </div>
      {offer.status === 'open' ? (
        <>
          <MandiLine offer={offer} round={round} viewerId={viewerId} />
          <p className="text-note font-medium">
            {isTurn
              ? t('yourTurn', { time })
              : t('theirTurn', { time, name: texts.nameOf(partnerOf(offer, viewerId)) })}
          </p>
        </>
      ) : (
        !hasEnd && <p className="text-note font-medium">{texts.headline(offer)}</p>
      )}
      {!isInRoom && <EarlierRounds offer={offer} viewerId={viewerId} />}
      {children}
      {offer.dealId && (
        <>
          <Link to="/deals/$dealId" params={{ dealId: offer.dealId }} className={buttonClass('primary')}>
            {t('toDeal')}
          </Link>
          <SellOutOfOffer offer={offer} viewerId={viewerId} />
        </>
      )}
    </article>
  );
}

/** In ms. For this long after an acceptance, the card can mark the post as sold out. The deal's page always can. */
const suggestedFor = 24 * 60 * 60_000;

function SellOutOfOffer({ offer, viewerId }: OfferCardProps) {
  const { postId, changedAt } = offer;
  const now = useNow();
  const isSuggested =
    postId !== null && sideOf(offer, viewerId) === 'seller' && now - Date.parse(changedAt) < suggestedFor;
  const query = postQuery(useQueryClient(), postId ?? '');
  const { data: post } = useQuery({ ...query, enabled: isSuggested });
  if (!isSuggested || !post?.isAvailable || !mayBeSoldOut(stockOf(post))) return null;
  return <SellOut postId={postId} />;
}

interface GoodsLineProps {
  goods: Offer['goods'];
  postId: string | null;
  badge?: ReactNode;
}

export function GoodsLine({ goods: { title, image }, postId, badge }: GoodsLineProps) {
  const titleClass = 'line-clamp-2 min-w-0 leading-tight font-semibold wrap-anywhere';
  return (
    <div className="relative flex items-center gap-2.5">
      <span className="relative size-11 shrink-0 overflow-hidden rounded-small">
        <Photo src={image ?? undefined} alt="" sizes="2.75rem" widest={320} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        {postId ? (
          <Link
            to="/post/$postId"
            params={{ postId }}
            lang={langOf(title)}
            className={`${titleClass} text-ink before:absolute before:inset-0`}
          >
            {title}
          </Link>
        ) : (
          <span lang={langOf(title)} className={titleClass}>
            {title}
          </span>
        )}
        {badge}
      </div>
    </div>
  );
}

const tones: Record<OfferStatus, 'haldi' | 'leaf' | 'mirch' | 'plain'> = {
  open: 'haldi',
  accepted: 'leaf',
  declined: 'mirch',
  withdrawn: 'plain',
  expired: 'plain',
};

/** A deal has a status of its own, which is shown instead of the offer's. */
export function StatusBadge({ offer: { status, dealStatus }, isTurn }: { offer: Offer; isTurn: boolean }) {
  const t = useT('offers');
  if (dealStatus) return <DealStatusBadge status={dealStatus} />;
  if (status !== 'open') return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
  return <Badge tone={isTurn ? 'haldi' : 'plain'}>{isTurn ? t('turn') : t('waiting')}</Badge>;
}

interface TermsBlockProps {
  terms: SentTerms;
  total: number;
  viewerId: string;
}

export function TermsBlock({ terms, total, viewerId }: TermsBlockProps) {
  const t = useT('offers');
  const { termsText } = useOfferTexts(viewerId);
  const more = useMoreTermsText()(terms);
  return (
    <div>
      <p>{termsText(terms)}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-note text-soft">{t('total')}</span>
        <b className="text-title font-bold tracking-tight">{formatMoney(total)}</b>
      </p>
      <p className="text-note text-soft">{t(`delivery.${terms.delivery}`)}</p>
      {more && <p className="text-note font-medium">{more}</p>}
      {terms.note && (
        <p lang={langOf(terms.note)} className="mt-1 text-note wrap-anywhere whitespace-pre-wrap">
          {terms.note}
        </p>
      )}
    </div>
  );
}

/** Compares the price with the mandi price that the post shows. */
function MandiLine({ offer, round, viewerId }: OfferCardProps & { round: Round }) {
  const query = postQuery(useQueryClient(), offer.postId ?? '');
  const { data: post } = useQuery({ ...query, enabled: offer.postId !== null, retry: false });
  const { textOf } = useOddPrice();
  if (!post) return null;
  const { price, priceUnit } = round;
  const odd = textOf({ price, priceUnit, marketPrice: post.marketPrice }, post);
  if (odd) return <p className="rounded-small bg-mirch-wash px-3 py-1.5 text-note text-mirch">{odd}</p>;
  const good = sideOf(offer, viewerId) === 'buyer' ? 'below' : 'above';
  return <MarketPriceLine post={{ price, priceUnit, marketPrice: post.marketPrice }} good={good} />;
}

function EarlierRounds({ offer, viewerId }: OfferCardProps) {
  const t = useT('offers');
  const locale = useLocale();
  const { roundText } = useOfferTexts(viewerId);
  const moreOf = useMoreTermsText();
  const earlier = offer.rounds.slice(0, -1);
  if (earlier.length === 0) return null;
  return (
    <details className="text-note">
      <summary className="-my-1 min-h-11 cursor-pointer py-3 font-medium text-leaf">
        {t('rounds', { count: earlier.length })}
      </summary>
      <ol className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
        {earlier.map((round) => (
          <li key={round.version} className="wrap-anywhere">
            {[roundText(offer, round), t(`delivery.${round.delivery}`), moreOf(round), round.note]
              .filter(Boolean)
              .join(' · ')}{' '}
            <span className="text-soft">({formatTime(Date.parse(round.createdAt), locale)})</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
