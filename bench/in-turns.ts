import type { TimedResponse } from './connection.ts';
import { quantile } from './numbers.ts';

/** A ratio up to this one counts as equal. */
export const allowed = 1.2;

type SendRequest = () => Promise<TimedResponse>;

export async function mediansInTurns(
  senders: readonly [SendRequest, SendRequest],
  pairs: number,
): Promise<[number, number]> {
  const [first, second] = await timesInTurns(senders, pairs);
  return [quantile(first, 0.5), quantile(second, 0.5)];
}

export async function timesInTurns(
  senders: readonly [SendRequest, SendRequest],
  pairs: number,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const warmUp = Math.ceil(pairs / 12);
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    // The order alternates because the second request finds the CPU caches filled by the first.
    for (const index of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { status, ms, body } = await senders[index]();
      if (status !== 200) throw new Error(`A request in turns was answered ${status}: ${body.toString()}`);
      if (pair >= 0) times[index].push(ms);
    }
  }
  return times;
}
