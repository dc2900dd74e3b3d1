/** Work that is due again and again, once across all processes. */
export interface Job {
  /** Kebab-case; also the name of its queue. */
  name: string;
  /** When it is due, in India's time. */
  cron: string;
  /** Also run when the server has started, unless it has succeeded within this many minutes. */
  atStartAfterMinutes?: number;
  /** False where this process lacks what it needs, as a key: it stays due for those that have it. */
  isRunHere?: boolean;
  /** It may take this long; 15 when left out. */
  minutesAtMost?: number;
  /**
   * Another process may begin it as soon as `signal` is aborted: when it takes too long or the server stops.
   * @throws what it failed with, which is logged once; it is tried again after a minute and some minutes later.
   */
  run(signal: AbortSignal): Promise<void>;
}
