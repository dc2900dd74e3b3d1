import { makeSignal } from './signal.ts';

/** Whether the live connection has been gone for long enough to tell of it. The banner around every screen does. */
export const isConnectionLost = makeSignal(false);

/** A line that comes back by itself within this time was never gone, as far as a reader is concerned. */
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
