import lighthouse from 'lighthouse';
import { quantile } from './numbers.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

const timings = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'speed-index': 'speed index',
  'cumulative-layout-shift': 'shift',
} as const;
type Timing = (typeof timings)[keyof typeof timings];

export interface Audit {
  screen: string;
  scores: Record<Category, number>;
  timings: Record<Timing, number>;
  /** The audits that failed, except those of performance. */
  failed: string[];
}

/**
 * Runs Lighthouse's mobile audit and returns the median of the runs. Lighthouse resets the storage before each run, but
 * not cookies, so the session stays.
 */
export async function auditScreen(
  screen: string,
  url: string,
  { port, runs }: { port: number; runs: number },
): Promise<Audit> {
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run++) audits.push(await auditOnce(screen, url, port));
  const median = (read: (audit: Audit) => number) => quantile(audits.map(read), 0.5);
  return {
    screen,
    scores: mapKeys(categories, (category) => median(({ scores }) => scores[category])),
    timings: mapKeys(Object.values(timings), (timing) => median((audit) => audit.timings[timing])),
    failed: [...new Set(audits.flatMap(({ failed }) => failed))],
  };
}

async function auditOnce(screen: string, url: string, port: number): Promise<Audit> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}.`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse, ${url}: ${lhr.runtimeError.message}`);
  const isAt = new URL(lhr.finalDisplayedUrl).pathname;
  if (isAt !== new URL(url).pathname) throw new Error(`${url} led to ${isAt}.`);
  const failed = categories.flatMap((category) =>
    category === 'performance'
      ? []
      : (lhr.categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
          .map(({ id }) => id),
  );
  return {
    screen,
    scores: mapKeys(categories, (category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    timings: Object.fromEntries(
      Object.entries(timings).map(([id, name]) => [name, lhr.audits[id]?.numericValue ?? Number.NaN]),
    ) as Record<Timing, number>,
    failed,
  };
}

function mapKeys<Key extends string>(keys: readonly Key[], read: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, number>;
}
