import { makeSignal } from './signal.ts';

/** Whether the last call failed because the server cannot be reached. */
export const isUnreachable = makeSignal(false);

/** Counts recoveries, so that screens can refetch. */
export const recoveries = makeSignal(0);

/** Whether the socket has been disconnected for some seconds. */
export const isConnectionLost = makeSignal(false);

/** The time of the oldest data on the screen while it may not be fresh, in ms since 1970, or else 0. */
export const shownSince = makeSignal(0);
