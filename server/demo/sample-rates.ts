import { crops } from '@upaj/contract/catalogue';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { states } from '@upaj/contract/places';
import type { RatesService } from '#src/mandi/rates/service.ts';
import * as z from 'zod/mini';
import { randomOf } from './random.ts';
import { readDemoFile } from './read.ts';

type SampleRate = Parameters<RatesService['ingest']>[0][number];

const commodities = new Map(crops.map(({ id, agmarknet: [name] }) => [id, name]));

const state = z.enum(states);

const goodSchema = z.strictObject({
  crop: z.string().check(z.refine((crop) => commodities.has(crop), 'AGMARKNET has no such crop')),
  varieties: z.tuple([z.string()], z.string()),
  /** The average price, in rupees per quintal. */
  base: z.number(),
  /** The season changes the price by at most this share, most in the month of the peak: `dearest`. */
  swing: z.number(),
  dearest: z.number(),
  restless: z.number(),
  states: z.optional(z.array(state)),
});
type SampleGood = z.infer<typeof goodSchema>;

const mandisSchema = z.partialRecord(state, z.record(z.string(), z.array(z.string())));
type SampleMandis = z.infer<typeof mandisSchema>;

export interface SampleRates {
  before: SampleRate[];
  lastDay: SampleRate[];
}

interface Day {
  date: string;
  share: number;
}

const dayLength = 24 * 60 * 60_000;
const days = 30;
const traded = 0.7;
const arriving = 0.88;

/**
 * Makes the rates of the 30 days up to yesterday in India, with those of the last market day apart, because price
 * alerts are added before them.
 */
export function readSampleRates(now = new Date()): SampleRates {
  const yesterday = writeDay(dayInIndia(now.getTime()) - 1);
  const rates = makeSampleRates(yesterday);
  const lastDay = rates.reduce(
    (latest, { arrivalDate }) => (arrivalDate > latest ? arrivalDate : latest),
    '',
  );
  return {
    before: rates.filter(({ arrivalDate }) => arrivalDate < lastDay),
    lastDay: rates.filter(({ arrivalDate }) => arrivalDate === lastDay),
  };
}

/** Loads the rates, without the last day if price alerts are still to be added. */
export async function loadSampleRates(
  rates: Pick<RatesService, 'hasAny' | 'ingest'>,
  make: () => SampleRates,
  { withLastDay }: { withLastDay: boolean },
): Promise<void> {
  if (await rates.hasAny()) return;
  const { before, lastDay } = make();
  await rates.ingest(withLastDay ? [...before, ...lastDay] : before, { isSample: true });
}

export async function addLastDay(
  rates: Pick<RatesService, 'ingest'>,
  { lastDay }: SampleRates,
): Promise<void> {
  await rates.ingest(lastDay, { isSample: true });
}

export function findReached(
  { before, lastDay }: SampleRates,
  crops: readonly string[],
  state: string,
  type: 'above' | 'below',
): { commodity: string; targetPrice: number } | undefined {
  const best = type === 'above' ? Math.max : Math.min;
  for (const commodity of crops) {
    const latest = new Map<string, number>();
    const add = (rates: readonly SampleRate[]) => {
      for (const { crop, market, variety, modalPrice, ...place } of rates)
        if (crop === commodity && place.state === state) latest.set(`${market} ${variety}`, modalPrice);
      return best(...latest.values());
    };
    const [earlier, targetPrice] = [add(before), add(lastDay)];
    if (latest.size > 0 && targetPrice !== earlier && best(targetPrice, earlier) === targetPrice)
      return { commodity, targetPrice };
  }
  return undefined;
}

/** Makes the rates of the 30 days up to and including `lastDay`, which are the same for the same day and seed. */
export function makeSampleRates(lastDay: string, seed = 'upaj'): SampleRate[] {
  const open = daysBefore(lastDay);
  const goods = readDemoFile('goods', z.array(goodSchema));
  const mandis = readDemoFile('mandis', mandisSchema);
  return states.flatMap((state) =>
    goods
      .filter((good) => !good.states || good.states.includes(state))
      .flatMap((good) => {
        const trend = walk(`${seed} ${state} ${good.crop}`, open, good.restless);
        return mandisOf(mandis, state).flatMap(([district, market]) =>
          ratesAt({ state, district, market }, good, open, trend, seed),
        );
      }),
  );
}

function mandisOf(
  mandis: SampleMandis,
  state: keyof SampleMandis,
): (readonly [district: string, market: string])[] {
  return Object.entries(mandis[state] ?? {}).flatMap(([district, markets]) =>
    markets.map((market) => [district, market] as const),
  );
}

function daysBefore(lastDay: string): Day[] {
  const last = Date.parse(lastDay);
  return Array.from({ length: days }, (_, index) => new Date(last - (days - 1 - index) * dayLength))
    .filter((day) => day.getUTCDay() !== 0)
    .map((day) => ({
      date: day.toISOString().slice(0, 10),
      share: (day.getTime() - Date.UTC(day.getUTCFullYear(), 0)) / (365 * dayLength),
    }));
}

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
      commodity: commodities.get(crop) ?? crop,
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
