import { crops } from '@upaj/contract/crops';
import { states } from '@upaj/contract/places';
import type { RatesService } from '#src/features/rates/service.ts';
import { sampleGoods, type SampleGood } from './market-goods.ts';
import { sampleMandis } from './market-mandis.ts';

type SampleRate = Parameters<RatesService['ingest']>[0][number];

interface Day {
  date: string;
  /** Of the year, from 0 to 1. */
  share: number;
}

const dayLength = 24 * 60 * 60_000;
const days = 30;
/** Of ten goods that a state trades, so many are traded at each of its mandis. */
const traded = 0.7;
/** Of ten days, on so many there is an arrival. */
const arriving = 0.88;

const indiaAhead = 5.5 * 60 * 60_000;

/** Fills an empty rate book with 30 days that end yesterday, in one piece. */
export async function loadSampleRates(rates: RatesService, now = new Date()): Promise<void> {
  if (await rates.hasAny()) return;
  const yesterday = new Date(now.getTime() + indiaAhead - dayLength).toISOString().slice(0, 10);
  await rates.ingest(makeSampleRates(yesterday), { isSample: true });
}

/**
 * Rates of 30 days as mandis might have reported them, up to and with `lastDay`: invented, and the same ones for the
 * same day and seed.
 */
export function makeSampleRates(lastDay: string, seed = 'upaj'): SampleRate[] {
  const open = daysBefore(lastDay);
  return states.flatMap((state) =>
    sampleGoods
      .filter((good) => !good.states || good.states.includes(state))
      .flatMap((good) => {
        const trend = walk(`${seed} ${state} ${good.crop}`, open, good.restless);
        return mandisOf(state).flatMap(([district, market]) =>
          ratesAt({ state, district, market }, good, open, trend, seed),
        );
      }),
  );
}

function mandisOf(state: keyof typeof sampleMandis): (readonly [district: string, market: string])[] {
  return Object.entries(sampleMandis[state] ?? {}).flatMap(([district, markets]) =>
    markets.map((market) => [district, market] as const),
  );
}

/** Mandis are closed on Sundays. */
function daysBefore(lastDay: string): Day[] {
  const last = Date.parse(lastDay);
  return Array.from({ length: days }, (_, index) => new Date(last - (days - 1 - index) * dayLength))
    .filter((day) => day.getUTCDay() !== 0)
    .map((day) => ({
      date: day.toISOString().slice(0, 10),
      share: (day.getTime() - Date.UTC(day.getUTCFullYear(), 0)) / (365 * dayLength),
    }));
}

/** How far the whole state's price strays from the season's, day by day. */
function walk(name: string, open: readonly Day[], restless: number): number[] {
  const random = randomOf(name);
  let at = 1 + (random() - 0.5) * 0.16;
  return open.map(() => {
    at *= 1 + (random() - 0.5) * 2 * restless;
    return at;
  });
}

function ratesAt(
  place: Pick<SampleRate, 'state' | 'district' | 'market'>,
  good: SampleGood,
  open: readonly Day[],
  trend: readonly number[],
  seed: string,
): SampleRate[] {
  const random = randomOf(`${seed} ${place.state} ${place.market} ${good.crop}`);
  if (random() > traded) return [];
  const { crop, varieties, base, swing, dearest, restless } = good;
  const [usual, other = usual] = varieties;
  const variety = random() < 0.7 ? usual : other;
  const level = base * (0.95 + random() * 0.1);
  const spread = 0.03 + random() * 0.05;
  const step = base > 5_000 ? 50 : base > 2_000 ? 10 : 5;
  const rounded = (price: number) => Math.max(step, Math.round(price / step) * step);
  return open.flatMap(({ date, share }, index) => {
    const season = 1 + swing * Math.cos(2 * Math.PI * (share - (dearest - 0.5) / 12));
    const price = level * season * (trend[index] ?? 1) * (1 + (random() - 0.5) * restless);
    if (random() > arriving) return [];
    return {
      ...place,
      commodity: commodityOf(crop),
      crop,
      variety,
      grade: 'FAQ',
      arrivalDate: date,
      minPrice: rounded(price * (1 - spread)),
      maxPrice: rounded(price * (1 + spread * random())),
      modalPrice: rounded(price),
    };
  });
}

const commodities = new Map(crops.map(({ id, agmarknet: [name] }) => [id, name]));

function commodityOf(crop: string): string {
  const name = commodities.get(crop);
  if (!name) throw new Error(`AGMARKNET has no ${crop}`);
  return name;
}

/** Numbers from 0 to below 1 that look like chance and are the same for the same name: mulberry32. */
function randomOf(name: string): () => number {
  let state = 2_166_136_261;
  for (const char of name) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
