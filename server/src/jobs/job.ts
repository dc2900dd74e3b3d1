/** Work that is due again and again, once across all processes. */
export interface Job {
  /** Kebab-case; also the name of its queue. */
  name: string;
  /** When it is due, in India's time. */
  cron: string;
  /** Also run when the server has started, unless it has succeeded within this many minutes. */
  atStartAfterMinutes?: number;
  /** @throws what it failed with, which is logged once; it is due again at its next time. */
  run(signal: AbortSignal): Promise<void>;
}
