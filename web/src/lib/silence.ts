import { TimeoutError } from './api-errors.ts';

interface Silence {
  /** For a call's `signal`: aborts with a TimeoutError. */
  signal: AbortSignal;
  /** Something was heard: the wait begins again. */
  hear: () => void;
  stop: () => void;
}

/**
 * Gives up after so many ms without a sign of life. An upload over a village line takes as long as it takes: what
 * tells a dead line from a slow one is that nothing moves. When `stopped` aborts, this does too.
 */
export function watchSilence(patience: number, stopped: AbortSignal): Silence {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new TimeoutError(`Nothing moved for ${patience} ms`));
  let timer = setTimeout(giveUp, patience);
  const giveIn = () => controller.abort(stopped.reason);
  stopped.addEventListener('abort', giveIn, { once: true });
  return {
    signal: controller.signal,
    hear: () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patience);
    },
    stop: () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', giveIn);
    },
  };
}
