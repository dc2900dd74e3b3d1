import { makeSignal } from './signal.ts';

/** Whether the last call failed for want of a server that works. The banner around every screen says so. */
export const isUnreachable = makeSignal(false);

/** How often Upaj could be reached again after it could not: what was missed meanwhile can be loaded. */
export const recoveries = makeSignal(0);

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
