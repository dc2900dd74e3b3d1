import type { Answer } from './connection.ts';
import { quantile } from './numbers.ts';

const pairs = 240;
const warmUp = 20;
/** What counts as the same time. */
export const allowed = 1.2;

type Ask = () => Promise<Answer>;

/** Asks two in turns, over and over. @returns the median time of each, in milliseconds. */
export async function mediansInTurns(asks: readonly [Ask, Ask]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    // In turns also within a pair: whoever goes second finds the machine's caches full of the other.
    for (const index of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { ms } = await asks[index]();
      if (pair >= 0) times[index].push(ms);
    }
  }
  return [quantile(times[0], 0.5), quantile(times[1], 0.5)];
}
