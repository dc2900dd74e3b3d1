import { setTimeout as sleep } from 'node:timers/promises';

export type CircuitBreaker = ReturnType<typeof circuitBreaker>;

const pauseBetweenProbes = 250;

/**
 * Makes callers fail at once while the breaker is open, instead of each waiting for a timeout.
 * @param probe must reject within a second or two.
 */
export function circuitBreaker(probe: () => Promise<unknown>) {
  let isOpen = false;
  const closing = new AbortController();

  async function probeUntilBack(): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(pauseBetweenProbes, undefined, { ref: false });
      try {
        await probe();
        break;
      } catch {}
    }
    isOpen = false;
  }

  return {
    get isOpen(): boolean {
      return isOpen;
    },
    trip(): void {
      if (isOpen || closing.signal.aborted) return;
      isOpen = true;
      void probeUntilBack();
    },
    close(): void {
      closing.abort();
    },
  };
}
