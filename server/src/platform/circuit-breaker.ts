import { setTimeout as sleep } from 'node:timers/promises';

/** Callers fail at once instead of each waiting for a timeout. */
export interface CircuitBreaker {
  readonly isOpen: boolean;
  trip(): void;
  close(): void;
}

const pauseBetweenProbes = 250;

/** @param probe must reject within a second or two. */
export function circuitBreaker(probe: () => Promise<unknown>): CircuitBreaker {
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
    get isOpen() {
      return isOpen;
    },
    trip() {
      if (isOpen || closing.signal.aborted) return;
      isOpen = true;
      void probeUntilBack();
    },
    close() {
      closing.abort();
    },
  };
}
