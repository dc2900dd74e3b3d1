import { expect, test } from 'vitest';
import { findAdvisories } from './advisories.ts';
import type { ForecastDay } from './open-meteo.ts';

const dull: ForecastDay = {
  day: '2026-11-20',
  code: 3,
  high: 27,
  low: 12,
  rain: 40,
  rainMm: 2,
  windSpeed: 20,
};

const cases: [string, Partial<ForecastDay>, string[]][] = [
  ['a dull day', {}, []],
  ['64.5 mm', { rainMm: 64.5 }, ['heavy-rain']],
  ['64.4 mm', { rainMm: 64.4 }, []],
  ['violent showers that are likely', { code: 82, rain: 60, rainMm: null }, ['heavy-rain']],
  ['violent showers of 3 mm', { code: 82, rain: 90, rainMm: 3 }, []],
  ['a thunderstorm without a number', { code: 95, rain: 90, rainMm: null }, []],
  ['violent showers that are not', { code: 82, rain: 30, rainMm: null }, []],
  ['40 °C', { high: 40 }, ['heat']],
  ['39.9 °C', { high: 39.9 }, []],
  ['3 °C at night', { low: 3 }, ['frost']],
  ['3.1 °C at night', { low: 3.1 }, []],
  ['39 km/h', { windSpeed: 39 }, ['strong-wind']],
  ['dry and calm', { rain: 20, rainMm: 0, windSpeed: 15 }, ['spraying']],
  ['dry and calm, but hot', { rain: 20, rainMm: 0, windSpeed: 15, high: 36 }, []],
  ['calm, but damp', { rain: 21, rainMm: 0, windSpeed: 15 }, []],
  ['nothing known', { high: null, low: null, rain: null, rainMm: null, windSpeed: null }, []],
  [
    'all at once',
    { rainMm: 80, high: 41, low: 2, windSpeed: 50 },
    ['heavy-rain', 'heat', 'frost', 'strong-wind'],
  ],
];
test.each(cases)('%s', (_, day, types) => {
  const current = { temperature: 20, humidity: null, windSpeed: null, code: 0 };
  expect(findAdvisories({ current, days: [{ ...dull, ...day }] }).map(({ type }) => type)).toEqual(types);
});
