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
  presence.changeElsewhere('other', ['ravi'], []);
  expect(publish).toHaveBeenCalledTimes(1);
  presence.leave('ravi');
  expect(presence.isOnline('ravi')).toBe(true);
  expect(publish).toHaveBeenCalledTimes(1);
  presence.changeElsewhere('other', [], ['ravi']);
  expect(publish.mock.lastCall).toEqual(['asha', []]);
});

test('a whole list replaces an earlier one, and a process that ends takes its people along', () => {
  presence.setElsewhere('dying', ['ravi']);
  presence.setElsewhere('living', ['ravi']);
  presence.setElsewhere('living', ['meena']);
  expect(presence.onlineFor('asha')).toEqual(['ravi', 'meena']);
  publish.mockReset();
  presence.removeElsewhere('dying');
  expect(publish.mock.calls).toEqual([['asha', ['meena']]]);
});

test('a person who left gets no updates', () => {
  presence.leave('asha');
  presence.enter('ravi');
  presence.watch('asha', ['ravi']);
  expect(publish).not.toHaveBeenCalled();
});
