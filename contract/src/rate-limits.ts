/** At most `points` in `minutes`. Limits with the same name are one. */
export interface RateLimit {
  name: string;
  points: number;
  minutes: number;
}

/** What a condition may read. The parameters and the query are not validated yet. */
export interface CountedCall {
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, unknown>>;
  username: string | undefined;
}

/** Counted before the body is read. */
export interface CallLimit extends RateLimit {
  by: 'member' | 'address';
  isCounted?: (call: CountedCall) => boolean;
}

/** Counted when the form is valid, by a field of the form or by the address of its sender. */
export interface FormLimit extends RateLimit {
  by: 'email' | 'address';
}
