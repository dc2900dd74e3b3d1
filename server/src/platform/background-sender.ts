import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '#src/platform/promises.ts';

export interface SenderOptions {
  /** How long to wait before each later try, in ms. */
  pauses?: readonly number[];
  /** How long a stop waits for what is being sent, in ms. */
  closesWithin?: number;
}

interface SenderDeps<Message> extends Required<SenderOptions> {
  /** Rejects when the message is not accepted. `permanent` on the error says that retrying is useless. */
  deliver(message: Message): Promise<void>;
  /** Called once for a message that was given up. */
  onFailure(error: unknown, message: Message | undefined): void;
}

/** Sends messages after the response, so that its time reveals nothing, and tries again after failures. */
export function backgroundSender<Message>(deps: SenderDeps<Message>) {
  const { deliver, onFailure, pauses, closesWithin } = deps;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function deliverAtLast(message: Message): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const isLast = closing.signal.aborted;
      try {
        await deliver(message);
        return;
      } catch (error) {
        const pause = pauses[tries];
        if (pause === undefined || isLast || isPermanent(error)) throw error;
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  async function send(compose: () => Promise<Message | undefined>): Promise<void> {
    let message: Message | undefined;
    try {
      message = await compose();
      if (message) await deliverAtLast(message);
    } catch (error) {
      onFailure(error, message);
    }
  }

  return {
    /** Sends what `compose` returns, unless it is undefined. */
    send(compose: () => Promise<Message | undefined>): void {
      const sending = sleep(0).then(() => send(compose));
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    async close(): Promise<void> {
      closing.abort();
      await waitAtMost(closesWithin, Promise.all(underWay));
    },
  };
}

export function isPermanent(error: unknown): boolean {
  return (error as { permanent?: boolean }).permanent === true;
}
