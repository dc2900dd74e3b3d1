export interface Job {
  name: string;
  /** In India's time zone. */
  cron: string;
  /** Also runs at start, unless it succeeded within this many minutes. */
  atStartAfterMinutes?: number;
  /** False when this process lacks a requirement, such as an API key. */
  isRunHere?: boolean;
  minutesAtMost?: number;
  /**
   * Must stop when `signal` is aborted: another process may start the job. Retried after a minute and some
   * minutes later.
   */
  run(signal: AbortSignal): Promise<void>;
}
