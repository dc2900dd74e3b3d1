import { Link } from '@tanstack/react-router';
import type { Message } from '@upaj/contract/chat/messages';
import type { DealLine as Line } from '@upaj/contract/deals/deals';
import Handshake from 'lucide-react/icons/handshake';
import type { ComponentProps, ReactNode } from 'react';
import type { OfferParts } from '#chat/room/offer-parts.ts';
import { formatClock } from '#chat/messages/times.ts';
import { langOf, useLocale, useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { lastRound, useOfferTexts } from './offer-view.ts';

interface LineProps {
  at: string;
  title: string;
  dealId: string | null;
  children: ReactNode;
}

function ChatLine({ at, title, dealId, children }: LineProps) {
  const locale = useLocale();
  const look =
    'flex min-h-11 max-w-[95%] items-center gap-2 rounded-control border border-line bg-card px-3 py-1 text-note text-ink';
  const content = (
    <>
      <Handshake size={18} aria-hidden className="shrink-0 text-soft" />
      <span className="min-w-0">
        <span className="block leading-snug font-medium wrap-anywhere">{children}</span>
        <span className="flex gap-1.5 text-tiny text-soft">
          <span lang={langOf(title)} className="truncate">
            {title}
          </span>
          <time dateTime={at} className="shrink-0">
            {formatClock(at, locale)}
          </time>
        </span>
      </span>
    </>
  );
  if (!dealId) return <p className={look}>{content}</p>;
  return (
    <Link to="/deals/$dealId" params={{ dealId }} className={`${look} hover:border-leaf`}>
      {content}
    </Link>
  );
}

export function OfferEnd({ message: { offer, createdAt } }: { message: Message }) {
  const { headline } = useOfferTexts(useUser()?._id ?? '');
  return (
    offer && (
      <ChatLine at={createdAt} title={offer.goods.title} dealId={offer.dealId}>
        {headline(offer)}
      </ChatLine>
    )
  );
}

export function DealLine({ line, name }: ComponentProps<OfferParts['Deal']>) {
  const textOf = useLineText(name);
  return (
    <ChatLine at={line.createdAt} title={line.title} dealId={line.dealId}>
      {textOf(line)}
    </ChatLine>
  );
}

function useLineText(name: string): (line: Line) => string {
  const t = useT('deals');
  return ({ kind, by, isOwn }) => {
    const who = isOwn ? 'own' : 'other';
    if (kind === 'delivered' || kind === 'paid')
      return t(`line.step.${who}`, { name, step: t(`step.${kind}.${by ?? 'seller'}`) });
    if (kind === 'cancel') return isOwn ? t('line.cancelOwn') : t('cancelWanted', { name });
    if (kind === 'cancelled') return t(`next.cancelled.${by ? who : 'both'}`, { name });
    if (kind === 'settled') return t(`line.settled.${who}`, { name });
    return kind === 'problem' ? t('line.problem') : t(`event.${kind}`);
  };
}

/** Shows how the offer ended, if one of the messages says so, and its earlier rounds otherwise. */
export function FoldedOffer({ messages }: ComponentProps<OfferParts['Folded']>) {
  const t = useT('offers');
  const { roundText, headline } = useOfferTexts(useUser()?._id ?? '');
  const last = messages.at(-1);
  const offer = last?.offer;
  if (!offer) return null;
  const { title } = offer.goods;
  if ((last.offerVersion ?? 0) >= lastRound(offer).version) return `${headline(offer)} · ${title}`;
  const round = offer.rounds.find(({ version }) => version === last.offerVersion);
  return messages.length === 1 && round
    ? roundText(offer, round)
    : `${t('rounds', { count: messages.length })} · ${title}`;
}
