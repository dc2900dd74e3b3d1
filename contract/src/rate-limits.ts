export interface RateLimit {
  name: string;
  points: number;
  minutes: number;
}

/** Endpoints that declare the same limit count together. */
export interface CallLimit extends RateLimit {
  /** Counts by the logged-in user, or by the IP address. */
  by: 'member' | 'address';
  isCounted?: (call: CountedCall) => boolean;
  /** Calls that are refused (4xx) count only while they run, so another limit must bound them. */
  countsOnlyAccepted?: boolean;
  /** Counted calls begin one at a time, members in turns, because each takes long to compute. */
  isInTurn?: boolean;
}

/** The parts of a call that are known when it is counted, which is before parameters and query are validated. */
export interface CountedCall {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  username: string | undefined;
}

/** Returns whether the server must understand words: those of a search, or the name of a crop. */
export function isSearch({ query: { q, cropType } }: CountedCall): boolean {
  return Boolean(q) || Boolean(cropType);
}

/** The limit of all searches together. It keeps a member's searches from delaying the requests of others. */
export const searchBursts: CallLimit = {
  name: 'search-bursts',
  points: 8,
  minutes: 1 / 60,
  by: 'member',
  isCounted: isSearch,
  isInTurn: true,
};
