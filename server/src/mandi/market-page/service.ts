import type { Language } from '@upaj/contract/texts';
import type { FastifyBaseLogger } from 'fastify';
import { findCrop } from '@upaj/contract/catalogue';
import { readDay } from '@upaj/contract/days';
import { limits } from '@upaj/contract/limits';
import type { Location } from '@upaj/contract/mandi/market-page';
import { writeLocation } from '@upaj/contract/mandi/market-page';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { OffersQuery, Rate, DetailedRate, RatePoint, RatesOfPlace } from '@upaj/contract/mandi/rates';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { AppError } from '#src/platform/http/errors.ts';
import { cutPage, writeTotal, type List } from '#src/platform/http/paging.ts';
import { boardCache, placeKey, toRate, type Board, type PlaceFilter } from '#src/mandi/board/board.ts';
import { findStatePrice, priceFinder, type Goods } from '#src/mandi/board/nearest-price.ts';
import { findOffers } from '#src/mandi/board/offers.ts';
import { cursorKeys, sortGoods, type RateListRequest } from './rate-list.ts';
import type { MarketStore } from './store.ts';

export interface PostGoods extends Goods {
  priceUnit: string;
}

export interface ReferencePrice {
  perQuintal: number;
  /** Whether a mandi near the goods reports it now, and not an older or sample rate. */
  isNear: boolean;
}

export type FindPostPrice = MarketService['findPostPrice'];
export type FindVarieties = MarketService['findVarieties'];

export type MarketService = ReturnType<typeof marketService>;

const weights = new Set<string>(['per kg', 'per quintal'] satisfies PriceUnit[]);
const silentDays = 90;

interface MarketDeps {
  store: MarketStore;
  log: FastifyBaseLogger;
}

export function marketService({ store, log }: MarketDeps) {
  const board = boardCache({
    read: store.readSeries,
    readVersion: store.readVersion,
    log,
  });
  const findPrice = priceFinder();
  const sorted = new WeakMap<object, Partial<Record<Language, string[]>>>();

  async function sortedGoods({ sort, lang = 'en' }: RateListRequest): Promise<readonly string[]> {
    if (sort !== 'name') return [];
    const { commodities } = await board.current();
    const known = sorted.get(commodities) ?? {};
    sorted.set(commodities, known);
    return (known[lang] ??= sortGoods(commodities, lang));
  }

  function referencePrice(known: Board, goods: Goods): ReferencePrice | null {
    const near = findPrice(known, goods);
    const perQuintal = near?.modalPrice ?? findStatePrice(known, goods);
    return perQuintal === null ? null : { perQuintal, isNear: near?.isSample === false };
  }

  async function findRates(request: RateListRequest): Promise<List<Rate>> {
    const found = await store.findRates(request, await sortedGoods(request));
    const { total } = found;
    const { rows, nextCursor } = cutPage(found.rows, request.limit, (last) => [
      ...cursorKeys[request.sort](last),
      total,
    ]);
    return { data: rows.map(toRate), page: { nextCursor, total: writeTotal(total) } };
  }

  return {
    findRates,
    async findRate(rateId: string): Promise<DetailedRate> {
      const rate = await store.findRate(rateId);
      if (!rate) throw new AppError('RATE_NOT_FOUND');
      return rate;
    },

    async findHistory(rateId: string, days: number): Promise<RatePoint[]> {
      const points = await store.findHistory(rateId, days);
      if (points.length === 0) throw new AppError('RATE_NOT_FOUND');
      return points;
    },

    currentBoard: board.current,
    findVarieties: async () => (await board.current()).varieties,
    findCommodities: async () => (await board.current()).commodities,
    findMarkets: async (state: string) => (await board.current()).markets.get(state) ?? [],
    findOffers: async (query: OffersQuery) => findOffers(await board.current(), query),
    findPrice: async (goods: Goods) => findPrice(await board.current(), goods),

    async findPostPrice(post: PostGoods): Promise<MarketPrice | null> {
      return isComparable(post) ? findPrice(await board.current(), post) : null;
    },

    /**
     * Finds a price without a query, for transactions, which must not wait for another connection. It is undefined
     * until the rates were read.
     */
    findLoadedPrice(post: PostGoods): MarketPrice | null | undefined {
      if (!isComparable(post)) return null;
      const loaded = board.loaded();
      return loaded && findPrice(loaded, post);
    },

    /** Finds the price of a mandi nearby, else what mandis of the state reported last, within about a year. */
    async findReferencePrice(post: PostGoods): Promise<ReferencePrice | null> {
      return isComparable(post) ? referencePrice(await board.current(), post) : null;
    },

    /** The same without a query, for transactions. Null until the rates were read. */
    findLoadedReference(post: PostGoods): ReferencePrice | null {
      const loaded = isComparable(post) && board.loaded();
      return loaded ? referencePrice(loaded, post) : null;
    },

    async findPlaceRates(location: Location, lang?: Language): Promise<RatesOfPlace> {
      const { place, scope, summary } = reportingPlace(await board.current(), location);
      const { data: rates, page } = await findRates({ place, sort: 'name', lang, limit: limits.page.max });
      return {
        lastUpdated: summary?.newestDay ?? null,
        location: place.state ? writeLocation({ ...place, state: place.state }) : 'India',
        scope,
        isSample: summary?.isSample ?? false,
        rates,
        page,
      };
    },

    /** Replaces all prices that buyers and sellers agreed, at most one for each crop, district and week. */
    replaceAgreedPrices: store.replaceAgreedPrices,
    pricesChanged: board.replaced,
    refresh: board.refresh,
    catchUp: board.catchUp,
  };
}

function isComparable({ priceUnit, cropKey }: PostGoods): boolean {
  return weights.has(priceUnit) && Boolean(findCrop(cropKey)?.agmarknet.length);
}

function reportingPlace({ places }: Board, { state, district }: Location) {
  const country = places.get(placeKey({}));
  const candidates = [
    ...(district ? [{ scope: 'district' as const, place: { state, district } }] : []),
    { scope: 'state' as const, place: { state } },
  ];
  for (const candidate of candidates) {
    const summary = places.get(placeKey(candidate.place));
    if (summary && country && readDay(summary.newestDay) >= readDay(country.newestDay) - silentDays)
      return { ...candidate, summary };
  }
  return { scope: 'country' as const, place: {} as PlaceFilter & Partial<Location>, summary: country };
}
