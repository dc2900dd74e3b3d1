import type { FastifyBaseLogger } from 'fastify';
import { findCrop, type PriceUnit } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { Location } from '@upaj/contract/market';
import { writeLocation } from '@upaj/contract/market';
import type { MarketPrice } from '@upaj/contract/market-prices';
import type { OffersQuery, RatesOfPlace } from '@upaj/contract/rates';
import { AppError } from '#src/http/errors.ts';
import { boardKeeper, placeKey, type Board } from './board.ts';
import { writeKeys } from './cursor.ts';
import { findOffers } from './offers.ts';
import { priceFinder, type Goods } from './prices.ts';
import type { PlaceFilter, RateListRequest } from './rate-list.ts';
import { writeDay } from './series.ts';
import type { MarketStore } from './store.ts';

/** What of a post its price beside the mandi's depends on. */
export interface PostGoods extends Goods {
  priceUnit: string;
}

/** The nearest mandi's price of what a post sells; null where there is none to compare with. */
export type FindPostPrice = (post: PostGoods) => Promise<MarketPrice | null>;

/** A list as JSON text. */
interface Page {
  data: string;
  page: string;
}

/** The rates of a place but for the list itself, which is JSON text. */
export interface PlaceRates extends Omit<RatesOfPlace, 'rates'> {
  rates: string;
}

export interface MarketService {
  /** One query. */
  findRates(request: RateListRequest): Promise<Page>;
  /** One query. @throws AppError RATE_NOT_FOUND. */
  findRate(rateId: string): Promise<string>;
  /** One query. @throws AppError RATE_NOT_FOUND. */
  findHistory(rateId: string, days: number): Promise<string>;
  findCommodities(): Promise<Board['commodities']>;
  findMarkets(state: string): Promise<readonly { market: string; district: string }[]>;
  /** @throws AppError INVALID_INPUT. */
  findOffers(query: OffersQuery): Promise<ReturnType<typeof findOffers>>;
  findPrice(goods: Goods): Promise<MarketPrice | null>;
  findPostPrice: FindPostPrice;
  /** The first rates of a place that reports, by name. One query. */
  findPlaceRates(location: Location): Promise<PlaceRates>;
  /** Rates changed, here or in another process. Never throws. */
  refresh(): Promise<void>;
  /** Refreshes where rates changed and nobody has told. At most one query where they did not. Never throws. */
  catchUp(): Promise<void>;
}

export interface MarketServiceOptions {
  store: MarketStore;
  log: FastifyBaseLogger;
  /** Prices are others from now on. */
  onPricesChanged(): void;
}

/** Units in which a price can be held against one per quintal. */
const weights = new Set<string>(['per kg', 'per quintal'] satisfies PriceUnit[]);
/** Days behind all others after which a place counts as one that does not report. */
const silentDays = 90;

export function marketService({ store, log, onPricesChanged }: MarketServiceOptions): MarketService {
  const board = boardKeeper({
    read: store.readSeries,
    readVersion: store.readVersion,
    log,
    onReplaced: onPricesChanged,
  });
  const findPrice = priceFinder();

  async function findList(request: RateListRequest) {
    const { rows, total = request.cursor?.total ?? 0 } = await store.findRates(request);
    const shown = rows.slice(0, request.limit);
    const last = rows.length > request.limit ? shown.at(-1) : undefined;
    const page = {
      nextCursor: last ? writeKeys([...last.keys, total]) : null,
      total: total > limits.page.countedTo ? ('10,000+' as const) : total,
    };
    return { rates: `[${shown.map(({ json }) => json).join(',')}]`, page };
  }

  return {
    async findRates(request) {
      const { rates, page } = await findList(request);
      return { data: rates, page: JSON.stringify(page) };
    },

    findRate: async (rateId) => known(await store.findRate(rateId)),
    findHistory: async (rateId, days) => known(await store.findHistory(rateId, days)),
    findCommodities: async () => (await board.current()).commodities,
    findMarkets: async (state) => (await board.current()).markets.get(state) ?? [],
    findOffers: async (query) => findOffers(await board.current(), query),
    findPrice: async (goods) => findPrice(await board.current(), goods),

    async findPostPrice(post) {
      if (!weights.has(post.priceUnit) || !findCrop(post.cropKey)?.agmarknet.length) return null;
      return findPrice(await board.current(), post);
    },

    async findPlaceRates(location) {
      const { place, scope, summary } = reportingPlace(await board.current(), location);
      const { rates, page } = await findList({ place, sort: 'name', limit: limits.page.max });
      return {
        lastUpdated: summary ? writeDay(summary.newestDay) : null,
        location: place.state ? writeLocation({ ...place, state: place.state }) : 'India',
        scope,
        isSample: summary?.isSample ?? false,
        rates,
        page,
      };
    },

    refresh: board.refresh,
    catchUp: board.catchUp,
  };
}

function known(json: string | undefined): string {
  if (json === undefined) throw new AppError('RATE_NOT_FOUND');
  return json;
}

/** The place, or the smallest one around it that reports. */
function reportingPlace({ places }: Board, { state, district }: Location) {
  const country = places.get(placeKey({}));
  const candidates = [
    ...(district ? [{ scope: 'district' as const, place: { state, district } }] : []),
    { scope: 'state' as const, place: { state } },
  ];
  for (const candidate of candidates) {
    const summary = places.get(placeKey(candidate.place));
    if (summary && country && summary.newestDay >= country.newestDay - silentDays)
      return { ...candidate, summary };
  }
  return { scope: 'country' as const, place: {} as PlaceFilter & Partial<Location>, summary: country };
}
