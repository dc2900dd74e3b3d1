export interface Job {
  name: string;
  /** The times of the runs, in India's time zone. */
  cron: string;
  /** The job also runs at start, unless it succeeded within this many minutes. */
  atStartAfterMinutes?: number;
  /** False if this process lacks what the job needs, such as an API key. */
  isRunHere?: boolean;
  minutesAtMost?: number;
  /**
   * The job must stop when `signal` is aborted, because another process may start it. A job that fails runs again after
   * a minute, and once more some minutes later.
   */
  run(signal: AbortSignal): Promise<void>;
}
