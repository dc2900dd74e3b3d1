export interface Job {
  name: string;
  /** In India's time zone. */
  cron: string;
  /** Also runs at the start of the server, unless it succeeded within this many minutes. */
  atStartAfterMinutes?: number;
  /** False when this process lacks a requirement, such as an API key; other processes still run it. */
  isRunHere?: boolean;
  minutesAtMost?: number;
  /**
   * Must stop when `signal` is aborted: another process may start the job then. A failure is retried after a
   * minute and again some minutes later.
   */
  run(signal: AbortSignal): Promise<void>;
}
