import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Overview } from '@upaj/contract/mandi/market-page';
import type { Rate } from '@upaj/contract/mandi/rates';
import Pin from 'lucide-react/icons/pin';
import { getT, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';

const goodsOf = ({ crop, commodity }: Rate) => crop ?? commodity;

export interface Pins {
  has(rate: Rate): boolean;
  toggle(rate: Rate): void;
}

/** An unpinned crop stays in its place until the page is loaded again, so that a slip can be undone. */
export function usePins(own: Overview['own']): Pins {
  const client = useQueryClient();
  const pinned = new Set(own.flatMap(({ isPinned, rate }) => (isPinned ? [goodsOf(rate)] : [])));
  const show = (rate: Rate, isPinned: boolean) =>
    client.setQueriesData<Overview>({ queryKey: ['market', 'overview'] }, (overview) => {
      if (!overview) return overview;
      const goods = goodsOf(rate);
      const isListed = overview.own.some((one) => goodsOf(one.rate) === goods);
      const listed = isListed || !isPinned ? overview.own : [{ rate, isPinned }, ...overview.own];
      return {
        ...overview,
        own: listed.map((one) => (goodsOf(one.rate) === goods ? { ...one, isPinned } : one)),
      };
    });
  const { mutate } = useMutation({
    scope: { id: 'pins' },
    mutationFn: ({ rate, isPinned }: { rate: Rate; isPinned: boolean }) =>
      api('PUT /api/v1/market/pins', { body: { commodity: goodsOf(rate), isPinned } }),
    onMutate: ({ rate, isPinned }) => show(rate, isPinned),
    onError: (error, { rate, isPinned }) => {
      show(rate, !isPinned);
      toast.error(`${getT('market')('pinFailed')}. ${errorText(error)}`);
    },
  });
  return {
    has: (rate) => pinned.has(goodsOf(rate)),
    toggle: (rate) => mutate({ rate, isPinned: !pinned.has(goodsOf(rate)) }),
  };
}

/** The button lies above the link that covers its row. */
export function PinButton({ rate, name, pins }: { rate: Rate; name: string; pins: Pins }) {
  const t = useT('market');
  const isPinned = pins.has(rate);
  return (
    <IconButton
      label={isPinned ? t('unpin', { name }) : t('pin', { name })}
      onClick={() => pins.toggle(rate)}
      className={isPinned ? 'z-1 text-leaf' : 'z-1 text-soft hover:text-ink'}
    >
      <Pin size={18} aria-hidden fill={isPinned ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
