import { makeSignal } from './signal.ts';

/** Whether the last call failed because the server cannot be reached. */
export const isUnreachable = makeSignal(false);

/** Counts recoveries, so that screens can refetch. */
export const recoveries = makeSignal(0);

export const isConnectionLost = makeSignal(false);

/** In ms. A shorter interruption is not shown. */
const patience = 4_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function noteConnection(isUp: boolean): void {
  if (isUp) {
    clearTimeout(timer);
    timer = undefined;
    isConnectionLost.set(false);
    return;
  }
  timer ??= setTimeout(() => isConnectionLost.set(true), patience);
}
