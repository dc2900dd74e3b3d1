import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

const pauseBetweenProbes = 1_000;
/** Times are in ms. Their sum is how far behind a reader's data can be. */
const mostLag = 3_000;
const trustedFor = 2_000;

interface Wal {
  /** Returns the bytes of WAL that the primary has written. */
  findWritten(): Promise<number>;
  /** Returns the bytes of WAL that the standby shows, or null if it is not a standby. */
  findShown(): Promise<number | null>;
}

/** Follows how far a standby is behind its primary, by the WAL of both, so that their clocks do not matter. */
export class Standby {
  readonly pool: Pool;
  readonly #wal: Wal;
  readonly #closing = new AbortController();
  #written: { at: number; bytes: number }[] = [];
  #freshUntil = 0;

  constructor(pool: Pool, wal: Wal) {
    this.pool = pool;
    this.#wal = wal;
    void this.#follow();
  }

  get isFresh(): boolean {
    return performance.now() < this.#freshUntil;
  }

  /** @returns undefined when the standby is behind, or cannot be reached */
  async connect(): Promise<PoolClient | undefined> {
    if (!this.isFresh) return undefined;
    try {
      return await this.pool.connect();
    } catch {
      this.leaveOut();
      return undefined;
    }
  }

  /** Readers use the primary until the next probe succeeds. */
  leaveOut(): void {
    this.#freshUntil = 0;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.pool.end();
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#probe();
      } catch {
        this.leaveOut();
      }
      await sleep(pauseBetweenProbes, undefined, { ref: false });
    }
  }

  async #probe(): Promise<void> {
    const at = performance.now();
    this.#written.push({ at, bytes: await this.#wal.findWritten() });
    const shown = await this.#wal.findShown();
    const isOld = (index: number) => (this.#written[index]?.at ?? at) <= at - mostLag;
    while (isOld(1)) this.#written.shift();
    const [needed] = this.#written;
    const isBehind = shown === null || (needed && shown < needed.bytes);
    this.#freshUntil = isBehind ? 0 : at + trustedFor;
  }
}
