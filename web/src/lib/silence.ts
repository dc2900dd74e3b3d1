import { TimeoutError } from './api-errors.ts';

interface Silence {
  signal: AbortSignal;
  reset: () => void;
  stop: () => void;
}

/** Aborts after `patience` ms without progress: a slow upload may go on, a dead connection may not. */
export function watchSilence(patience: number, stopped: AbortSignal): Silence {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new TimeoutError(`Nothing moved for ${patience} ms`));
  let timer = setTimeout(giveUp, patience);
  const giveIn = () => controller.abort(stopped.reason);
  stopped.addEventListener('abort', giveIn, { once: true });
  return {
    signal: controller.signal,
    reset: () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patience);
    },
    stop: () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', giveIn);
    },
  };
}
