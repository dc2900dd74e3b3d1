import type { TimedResponse } from './connection.ts';
import { quantile } from './numbers.ts';

const pairs = 240;
const warmUp = 20;
/** Ratios up to this count as equal. */
export const allowed = 1.2;

type SendRequest = () => Promise<TimedResponse>;

export async function mediansInTurns(
  senders: readonly [SendRequest, SendRequest],
): Promise<[number, number]> {
  const [first, second] = await timesInTurns(senders);
  return [quantile(first, 0.5), quantile(second, 0.5)];
}

export async function timesInTurns(
  senders: readonly [SendRequest, SendRequest],
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    // The second one finds the CPU caches filled by the first.
    for (const index of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { ms } = await senders[index]();
      if (pair >= 0) times[index].push(ms);
    }
  }
  return times;
}
