import { beforeEach, expect, test, vi } from 'vitest';
import { Presence } from './presence.ts';

const tell = vi.fn<(watcherId: string, onlineIds: string[]) => void>();
let presence: Presence;
beforeEach(() => {
  tell.mockReset();
  presence = new Presence(tell);
  presence.enter('asha');
  presence.watch('asha', ['ravi', 'meena']);
});

test('whoever watches is told of comings and goings, once for all tabs', () => {
  presence.enter('ravi');
  presence.enter('ravi');
  presence.enter('stranger');
  expect(tell.mock.calls).toEqual([['asha', ['ravi']]]);
  presence.leave('ravi');
  expect(presence.isOnline('ravi')).toBe(true);
  presence.leave('ravi');
  expect(tell.mock.lastCall).toEqual(['asha', []]);
});

test('whoever is on two processes is online until both are left', () => {
  presence.enter('ravi');
  presence.hearChange('other', 'ravi', true, 0);
  expect(tell).toHaveBeenCalledTimes(1);
  presence.leave('ravi');
  expect(presence.isOnline('ravi')).toBe(true);
  expect(tell).toHaveBeenCalledTimes(1);
  presence.hearChange('other', 'ravi', false, 0);
  expect(tell.mock.lastCall).toEqual(['asha', []]);
});

test('a process that falls silent takes its people with it, one that speaks keeps them', () => {
  presence.hear('dying', ['ravi'], 1_000);
  presence.hear('living', ['meena'], 1_000);
  presence.hear('living', ['meena'], 40_000);
  presence.forgetSilent(30_000);
  expect(presence.onlineFor('asha')).toEqual(['meena']);
  expect(tell.mock.lastCall).toEqual(['asha', ['meena']]);
});

test('who has left is told nothing', () => {
  presence.leave('asha');
  presence.enter('ravi');
  presence.watch('asha', ['ravi']);
  expect(tell).not.toHaveBeenCalled();
});
