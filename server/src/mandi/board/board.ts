import type { FastifyBaseLogger } from 'fastify';
import { crops } from '@upaj/contract/catalogue';
import type { Rate } from '@upaj/contract/mandi/rates';
import { asList } from '#src/platform/db/time-limits.ts';
import { localEvent } from '#src/platform/local-event.ts';
import type { GoodsFilter } from '#src/mandi/crops/commodities.ts';
import { varietiesOf } from './varieties.ts';

/** The rate of one commodity, variety and grade in one mandi: a row of `rate_series`. */
export interface Series extends Omit<Rate, '_id' | 'unit' | 'trend'> {
  id: number;
}

export interface PlaceFilter {
  state?: string | undefined;
  district?: string | undefined;
  market?: string | undefined;
}

export interface PlaceSummary {
  newestDay: string;
  isSample: boolean;
}

/** A board never changes: new rates create a new one. */
export interface Board {
  byGoods: ReadonlyMap<string, readonly Series[]>;
  places: ReadonlyMap<string, PlaceSummary>;
  markets: ReadonlyMap<string, readonly { market: string; district: string }[]>;
  commodities: readonly { commodity: string; crop: string | null }[];
  varieties: ReadonlyMap<string, readonly string[]>;
}

export interface ReadSeries {
  series: Series[];
  /** The version of the rates when the series were read, or an earlier version. */
  version: number;
}

export interface BoardDeps {
  read(): Promise<ReadSeries>;
  readVersion(): Promise<number>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Lists leave out rates that are more than this many days older than the latest arrival of the place. */
export const listedDays = 14;
const pauseAfterFailure = 10_000;

export function boardCache({ read, readVersion, log }: BoardDeps) {
  const replaced = localEvent();
  let board: Board | undefined;
  let version: number | undefined;
  let loading: Promise<Board> | undefined;
  let changes = 0;
  let readAt = 0;
  let retryAt = 0;

  async function load(): Promise<Board> {
    for (;;) {
      const before = changes;
      const found = await asList(read, { mayLag: false });
      const next = makeBoard(found.series);
      const isFirst = board === undefined;
      board = next;
      version = found.version;
      readAt = before;
      if (!isFirst) replaced.emit();
      if (before === changes) return next;
    }
  }

  function reload(): Promise<Board> {
    loading ??= load().finally(() => (loading = undefined));
    return loading;
  }

  async function renew(): Promise<void> {
    try {
      await reload();
    } catch (error) {
      retryAt = Date.now() + pauseAfterFailure;
      log.error({ err: error }, 'new rates could not be read; the old ones are shown');
    }
  }

  /** Reads the rates again; callers get the old board meanwhile. Never throws. */
  async function refresh(): Promise<void> {
    changes += 1;
    if (board || loading) await renew();
  }

  return {
    async current(): Promise<Board> {
      if (!board) return reload();
      if (readAt < changes && !loading && Date.now() >= retryAt) void renew();
      return board;
    },

    /**
     * Returns the board without waiting. It is undefined until the rates were read for the first time, which this call
     * starts.
     */
    loaded(): Board | undefined {
      if (!board && !loading) void renew();
      return board;
    },

    refresh,
    replaced,

    /**
     * Refreshes the board if the version changed. It takes one query, and none before the board was used. Never throws.
     */
    async catchUp(): Promise<void> {
      if (!board || loading) return;
      const known = await readVersion().catch((error: unknown) => {
        log.error({ err: error }, 'whether rates changed cannot be read');
        return version;
      });
      if (known !== version) await refresh();
    },
  };
}

export function toRate({ id, ...series }: Series): Rate {
  const trend = series.change > 0 ? 'up' : series.change < 0 ? 'down' : 'stable';
  return { _id: String(id), unit: 'quintal', trend, ...series };
}

export function goodsKey(goods: GoodsFilter): string {
  return 'crop' in goods ? `crop ${goods.crop}` : `name ${goods.commodity}`;
}

export function placeKey({ state = '', district = '' }: PlaceFilter): string {
  return `${state}\n${district}`;
}

function makeBoard(series: readonly Series[]): Board {
  const places = new Map<string, PlaceSummary>();
  for (const { state, district, arrivalDate, isSample } of series) {
    for (const place of [{}, { state }, { state, district }]) {
      const key = placeKey(place);
      const known = places.get(key);
      if (!known || known.newestDay < arrivalDate) places.set(key, { newestDay: arrivalDate, isSample });
    }
  }
  return {
    byGoods: Map.groupBy(series, ({ crop, commodity }) => goodsKey(crop ? { crop } : { commodity })),
    places,
    markets: marketsOf(series),
    commodities: commoditiesOf(series),
    varieties: varietiesOf(series),
  };
}

const byName = new Intl.Collator('en').compare;

function marketsOf(series: readonly Series[]): Board['markets'] {
  const mandis = new Map(
    series.map(({ state, district, market }) => [
      `${state}\n${district}\n${market}`,
      { state, district, market },
    ]),
  );
  const byState = Map.groupBy(mandis.values(), ({ state }) => state);
  return new Map(
    [...byState].map(([state, list]) => [
      state,
      list
        .map(({ market, district }) => ({ market, district }))
        .toSorted((a, b) => byName(a.market, b.market) || byName(a.district, b.district)),
    ]),
  );
}

const catalogue = crops.flatMap(({ id, agmarknet: [commodity] }) =>
  commodity ? [{ commodity, crop: id }] : [],
);

function commoditiesOf(series: readonly Series[]): Board['commodities'] {
  const reported = series.map(({ commodity, crop }) => ({ commodity, crop }));
  return [...new Map([...reported, ...catalogue].map((one) => [one.commodity, one])).values()].toSorted(
    (a, b) => byName(a.commodity, b.commodity),
  );
}
