import { makeSignal } from './signal.ts';
import { deviceTexts } from './storage.ts';

export const forgetKey = 'upaj-forget';
const read = () => deviceTexts.read(forgetKey) === undefined;

/** Whether this browser may store what its user has read. It is a setting of the browser, not of the account. */
export const isRemembering = makeSignal(read());
export const readRemembering = () => isRemembering.set(read());

export function setRemembering(isOn: boolean): void {
  deviceTexts.write(forgetKey, isOn ? undefined : '1');
  isRemembering.set(isOn);
}
