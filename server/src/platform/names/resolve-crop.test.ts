import { expect, test } from 'vitest';
import { resolveCrop, resolveCropKey } from './resolve-crop.ts';

test.each([
  ['Wheat', 'wheat'],
  ['गेहूँ', 'wheat'],
  ['Kanda', 'onion'],
  ['pyaaz', 'onion'],
  ['வெங்காயம்', 'onion'],
  ['fresh tomatoes', 'tomato'],
  ['chicken', 'broiler-chicken'],
  ['Dragon Fruit', 'dragon-fruit'],
  ['aaloo', 'potato'],
  ['मुंगफली', 'groundnut'],
  ['Papaya(Raw)', 'raw-papaya'],
])('%s is surely %s', (text, id) => {
  expect(resolveCrop(text)?.id).toBe(id);
});

test.each([
  'tamotar',
  'Wild Lemon',
  'kappada',
  'Alphonso',
  'sona masoori',
  'சுறா',
  'onion and garlic',
  'wheat punjab',
  'hybrid tomato',
  'Mandi',
  'Gurpreet',
  '',
])('%s is not surely a crop', (text) => {
  expect(resolveCrop(text)).toBeUndefined();
  expect(resolveCropKey(text)).toBe(text.toLowerCase());
});
