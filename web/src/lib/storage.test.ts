import { afterEach, expect, it, vi } from 'vitest';
import { deviceTexts } from './storage.ts';

afterEach(() => {
  deviceTexts.write('unit', undefined);
  vi.unstubAllGlobals();
});

const refuse = () => {
  throw new DOMException('Storage is full', 'QuotaExceededError');
};

it('remembers what a browser without storage refuses, until it is deleted', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(deviceTexts.read('unit')).toBeUndefined();
  deviceTexts.write('unit', 'kg');
  expect(deviceTexts.read('unit')).toBe('kg');
  deviceTexts.write('unit', undefined);
  expect(deviceTexts.read('unit')).toBeUndefined();
});

it('reads what a full storage refused before what it has, and stores again when there is room', () => {
  const stored = new Map([['unit', 'quintal']]);
  let isFull = true;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => (isFull ? refuse() : stored.set(key, text)),
    removeItem: (key: string) => stored.delete(key),
  });
  deviceTexts.write('unit', 'kg');
  expect([deviceTexts.read('unit'), stored.get('unit')]).toEqual(['kg', 'quintal']);
  isFull = false;
  deviceTexts.write('unit', 'kg');
  expect(stored.get('unit')).toBe('kg');
  deviceTexts.write('unit', undefined);
  expect([deviceTexts.read('unit'), stored.size]).toEqual([undefined, 0]);
});
