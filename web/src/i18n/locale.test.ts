// @vitest-environment happy-dom
import type others from 'virtual:texts/others';
import { beforeEach, expect, it, vi } from 'vitest';
import { getLocale, isLocaleLoading, readChoice, setLocale } from './locale.ts';

/** Ends the loading of Tamil texts, with success or failure. */
let tamil: { arrive: () => void; fail: () => void };
const arrival = vi.hoisted(() => ({ current: Promise.resolve() }));
vi.mock('virtual:texts/others', async (original) => {
  const real = (await original<{ default: typeof others }>()).default;
  return { default: { ...real, ta: () => arrival.current.then(real.ta) } };
});

beforeEach(async () => {
  await setLocale('en');
  localStorage.clear();
  arrival.current = new Promise((resolve, reject) => {
    tamil = { arrive: resolve, fail: () => reject(new TypeError('Failed to fetch')) };
  });
});

it('shows and remembers the newest choice when an older one fails', async () => {
  const older = setLocale('ta');
  await setLocale('hi');
  tamil.fail();
  expect(await older).toBe(false);
  expect([getLocale(), readChoice(), isLocaleLoading()]).toEqual(['hi', 'hi', false]);
});

it('rejects when the newest choice fails', async () => {
  const newest = setLocale('ta');
  expect(isLocaleLoading()).toBe(true);
  tamil.fail();
  await expect(newest).rejects.toThrow('Failed to fetch');
  expect([getLocale(), readChoice(), isLocaleLoading()]).toEqual(['en', undefined, false]);
});

it('shows and remembers the newest choice when an older one arrives later', async () => {
  const older = setLocale('ta');
  expect(await setLocale('en')).toBe(true);
  tamil.arrive();
  expect(await older).toBe(false);
  expect([getLocale(), readChoice(), document.documentElement.lang]).toEqual(['en', 'en', 'en']);
});
