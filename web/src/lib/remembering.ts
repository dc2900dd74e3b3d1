import { makeSignal } from './signal.ts';
import { deviceTexts } from './storage.ts';

const key = 'upaj-forget';

/** Whether this browser may store what its user has read. It is a setting of the browser, not of the account. */
export const isRemembering = makeSignal(deviceTexts.read(key) === undefined);

export function setRemembering(isOn: boolean): void {
  deviceTexts.write(key, isOn ? undefined : '1');
  isRemembering.set(isOn);
}
