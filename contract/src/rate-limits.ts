export interface RateLimit {
  name: string;
  points: number;
  minutes: number;
}

/** Endpoints that declare the same limit count together. */
export interface CallLimit extends RateLimit {
  /** `email` is a field of the form. */
  by: 'member' | 'address' | 'email';
  isCounted?: (call: CountedCall) => boolean;
  /** A call that is refused (4xx) counts only while it runs. Another limit must bound refused calls. */
  countsOnlyAccepted?: boolean;
}

/** Limits count before parameters and query are validated. */
export interface CountedCall {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  username: string | undefined;
}
