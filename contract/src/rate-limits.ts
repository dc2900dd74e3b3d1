/** At most `points` in `minutes`. */
export interface RateLimit {
  name: string;
  points: number;
  minutes: number;
}

/** Of an endpoint. Several that have the same one count together. */
export interface CallLimit extends RateLimit {
  /** `email` is a field of the form. */
  by: 'member' | 'address' | 'email';
  isCounted?: (call: CountedCall) => boolean;
}

/** The parameters and the query are not validated yet. */
export interface CountedCall {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  username: string | undefined;
}
