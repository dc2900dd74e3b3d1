import { states } from '@upaj/contract/places';
import { expect, test } from 'vitest';
import { openSampleWeather } from './sample-weather.ts';

const findSample = openSampleWeather();

test('every state has five days of weather that fit the month', () => {
  for (const state of states) {
    const winter = findSample(state, 'Anywhere', '2026-12-30');
    const summer = findSample(state, 'Anywhere', '2026-05-30');
    expect(winter?.days.map(({ day }) => day).slice(1, 3)).toEqual(['2026-12-31', '2027-01-01']);
    expect([winter?.days.length, summer?.days.length]).toEqual([5, 5]);
    for (const day of [...(winter?.days ?? []), ...(summer?.days ?? [])])
      expect(day.high).toBeGreaterThan(day.low!);
  }
  const highOf = (today: string) => findSample('Punjab', 'Ludhiana', today)?.days[0]?.high ?? 0;
  expect(highOf('2026-05-15')).toBeGreaterThan(highOf('2026-01-15') + 10);
});

test('the same place and day always have the same weather', () => {
  const [one, other] = ['Ludhiana', 'Patiala'].map((district) =>
    findSample('Punjab', district, '2026-11-22'),
  );
  expect(findSample('Punjab', 'Ludhiana', '2026-11-22')).toEqual(one);
  expect(other).not.toEqual(one);
});
