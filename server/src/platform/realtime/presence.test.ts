import { beforeEach, expect, test, vi } from 'vitest';
import { Presence } from './presence.ts';

const publish = vi.fn<(watcherId: string, onlineIds: string[]) => void>();
let presence: Presence;
beforeEach(() => {
  publish.mockReset();
  presence = new Presence(publish);
  presence.enter('asha');
  presence.watch('asha', ['ravi', 'meena']);
});

test('watchers see a person’s presence change once, however many tabs are open', () => {
  presence.enter('ravi');
  presence.enter('ravi');
  presence.enter('stranger');
  expect(publish.mock.calls).toEqual([['asha', ['ravi']]]);
  presence.leave('ravi');
  expect(presence.isOnline('ravi')).toBe(true);
  presence.leave('ravi');
  expect(publish.mock.lastCall).toEqual(['asha', []]);
});

test('a person on two processes is online until both connections close', () => {
  presence.enter('ravi');
  presence.updateUser('other', 'ravi', true, 0);
  expect(publish).toHaveBeenCalledTimes(1);
  presence.leave('ravi');
  expect(presence.isOnline('ravi')).toBe(true);
  expect(publish).toHaveBeenCalledTimes(1);
  presence.updateUser('other', 'ravi', false, 0);
  expect(publish.mock.lastCall).toEqual(['asha', []]);
});

test('people of a silent process go offline, those of an active one do not', () => {
  presence.updateProcess('dying', ['ravi'], 1_000);
  presence.updateProcess('living', ['meena'], 1_000);
  presence.updateProcess('living', ['meena'], 40_000);
  presence.removeSilent(30_000);
  expect(presence.onlineFor('asha')).toEqual(['meena']);
  expect(publish.mock.lastCall).toEqual(['asha', ['meena']]);
});

test('a person who left gets no updates', () => {
  presence.leave('asha');
  presence.enter('ravi');
  presence.watch('asha', ['ravi']);
  expect(publish).not.toHaveBeenCalled();
});
