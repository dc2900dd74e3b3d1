import { actionsOf, sideOf } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import { useQueryClient } from '@tanstack/react-query';
import { isShortage, stockOf } from '@upaj/contract/deals/quantity';
import { use, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusRoom } from '#chat/room/focus.ts';
import { IsReachableContext } from '#chat/room/offer-parts.ts';
import { useQuantityText } from '#i18n/amount.ts';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useOddPrice } from '#trade/posts/odd-price.ts';
import { postQuery } from '#trade/posts/api.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { lastRound, partnerOf, useOfferTexts } from './offer-view.ts';
import { LazyCounterSheet } from './lazy-sheet.tsx';
import { usePendingResponse, useSendOffer } from './send-offer.ts';

interface OfferActionsProps {
  offer: Offer;
  viewerId: string;
  onResponded?: () => void;
}

export function OfferActions({ offer, viewerId, onResponded }: OfferActionsProps) {
  const t = useT('offers');
  const tPost = useT('post');
  const { summary } = useOfferTexts(viewerId);
  const { textOf } = useOddPrice();
  const quantityText = useQuantityText();
  const client = useQueryClient();
  const send = useSendOffer(viewerId);
  const partnerId = partnerOf(offer, viewerId)._id;
  const pending = usePendingResponse(viewerId, partnerId, offer);
  /** The form has the offer as the user saw it, even when another version arrives meanwhile. */
  const [countered, setCountered] = useState<Offer>();
  const round = lastRound(offer);
  const isReachable = use(IsReachableContext);
  const actions = actionsOf(offer, sideOf(offer, viewerId)).filter(
    (action) => isReachable || action === 'decline' || action === 'withdraw',
  );

  /** Returns the quantity that is left of the post, when it is less than that of the offer. */
  const findShortage = () => {
    const post = client.getQueryData(postQuery(client, offer.postId ?? '').queryKey);
    return post && isShortage(stockOf(post), round) ? post.quantity : undefined;
  };

  const finish = () => {
    flushSync(() => {
      setCountered(undefined);
      onResponded?.();
    });
    focusRoom();
  };

  const question = (warning = '') => ({
    text: `${warning} ${summary(offer.goods.title, round)}`.trim(),
    goBack: t('goBack'),
  });
  const seen = { offerId: offer._id, version: offer.version };

  const accept = async () => {
    const left = findShortage();
    const post = client.getQueryData(postQuery(client, offer.postId ?? '').queryKey);
    const odd = textOf({ ...round, marketPrice: post?.marketPrice ?? null }, post);
    const isSure = await confirm({
      ...question(odd),
      title: left
        ? t('acceptShortage', { left: quantityText(left) })
        : odd
          ? tPost('odd.title')
          : t('acceptTitle'),
      action: left || odd ? t('acceptAnyway') : t('acceptAction'),
    });
    if (!isSure) return;
    await send(partnerId, { action: 'accept', ...seen, ...(left && { acceptsShortage: true }) });
    finish();
  };

  const end = async (action: 'decline' | 'withdraw') => {
    const isSure =
      action === 'withdraw' ||
      (await confirm({ ...question(), title: t('declineTitle'), action: t('decline'), isDangerous: true }));
    if (!isSure) return;
    await send(partnerId, { action, ...seen });
    finish();
  };
  if (pending) return <p className="text-note font-medium text-soft">{t(`pending.${pending}`)}</p>;
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {actions.includes('accept') && (
        <Button className="basis-full" onClick={() => void accept()}>
          {t('accept', { total: formatMoney(round.total) })}
        </Button>
      )}
      {actions.includes('counter') && (
        <Button variant="line" className="flex-1" onClick={() => setCountered(offer)}>
          {t('counter')}
        </Button>
      )}
      {actions.includes('decline') && (
        <Button variant="quiet" className="flex-1 text-mirch" onClick={() => void end('decline')}>
          {t('decline')}
        </Button>
      )}
      {actions.includes('withdraw') && (
        <Button variant="line" className="flex-1" onClick={() => void end('withdraw')}>
          {t('withdraw')}
        </Button>
      )}
      {countered && (
        <LazyCounterSheet
          offer={countered}
          viewerId={viewerId}
          onClose={() => setCountered(undefined)}
          onSent={finish}
        />
      )}
    </div>
  );
}
