import { limits } from '@upaj/contract/limits';
import type { Location } from '@upaj/contract/mandi/market-page';
import type { OwnCrop } from '@upaj/contract/mandi/own-crops';
import type { Rate } from '@upaj/contract/mandi/rates';
import { goodsKey, toRate, type Board, type Series } from '#src/mandi/board/board.ts';
import { readCropOf, toGoodsFilter } from '#src/mandi/crops/commodities.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { OwnCropsStore } from './store.ts';

/** More crops would push the other rates off the page. */
const shownAtMost = 20;

export interface OwnCropsDeps {
  store: OwnCropsStore;
  currentBoard(): Promise<Board>;
  /** Finds the crops of the user's posts on sale and open wanted posts. */
  findTradedCrops(userId: string): Promise<string[]>;
}

export type OwnCropsService = ReturnType<typeof ownCropsService>;

export function ownCropsService({ store, currentBoard, findTradedCrops }: OwnCropsDeps) {
  async function addRecent(rates: readonly Rate[]): Promise<Rate[]> {
    if (rates.length === 0) return [];
    const recent = await store.findRecent(rates.map(({ _id }) => Number(_id)));
    return rates.map((rate) => ({ ...rate, recent: recent.get(Number(rate._id)) ?? [] }));
  }

  return {
    addRecent,

    async find(userId: string, location: Location): Promise<OwnCrop[]> {
      const [named, traded, { byGoods }] = await Promise.all([
        store.findNamed(userId),
        findTradedCrops(userId),
        currentBoard(),
      ]);
      const goods = new Map<string, boolean>();
      for (const { commodity, isPinned } of [
        ...named.filter(({ isPinned: pinned }) => pinned),
        ...traded.map((commodity) => ({ commodity, isPinned: false })),
        ...named,
      ]) {
        const key = goodsKey(toGoodsFilter(commodity));
        if (!goods.has(key)) goods.set(key, isPinned);
      }
      const found = [...goods].flatMap(([key, isPinned]) => {
        const best = bestIn(byGoods.get(key) ?? [], location);
        return best ? [{ isPinned, best }] : [];
      });
      const shown = found.slice(0, shownAtMost);
      const rates = await addRecent(shown.map(({ best }) => toRate(best)));
      return rates.map((rate, index) => ({ isPinned: shown[index]?.isPinned ?? false, rate }));
    },

    async setPinned(userId: string, name: string, isPinned: boolean): Promise<void> {
      const filter = toGoodsFilter(name);
      const { byGoods, commodities } = await currentBoard();
      const commodity =
        'crop' in filter
          ? filter.crop
          : byGoods.has(goodsKey(filter)) || !isPinned
            ? filter.commodity
            : readCropOf(name)?.id;
      const isKnown = commodities.some((known) => (known.crop ?? known.commodity) === commodity);
      if (!commodity || (isPinned && !isKnown)) throw invalidField('commodity', 'commodityUnknown');
      if (!isPinned) return store.unpin(userId, commodity);
      return store.pin(userId, commodity, (pinned) => {
        if (!pinned) throw new AppError('NOT_LOGGED_IN');
        if (pinned.length >= limits.pins && !pinned.includes(commodity)) throw new AppError('TOO_MANY_PINS');
      });
    },
  };
}

/**
 * Finds the best rate: that of the nearest area that reports the goods, and in it the highest price of the latest day.
 */
function bestIn(series: readonly Series[], { state, district }: Location): Series | undefined {
  const inState = series.filter((one) => one.state === state);
  const inDistrict = inState.filter((one) => one.district === district);
  const [nearest = []] = [inDistrict, inState, series].filter(({ length }) => length > 0);
  return nearest.reduce<Series | undefined>((best, one) => {
    if (!best || one.arrivalDate > best.arrivalDate) return one;
    return one.arrivalDate === best.arrivalDate && one.modalPrice > best.modalPrice ? one : best;
  }, undefined);
}
