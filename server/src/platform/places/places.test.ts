import { expect, test } from 'vitest';
import { districtsOf, states } from '@upaj/contract/places';
import { districtRows, namedPlaces, stateRows, type NamedPlace } from './places.ts';

const places = namedPlaces();

const elsewhere = `
aurangabad: Aurangabad, Bihar | Chhatrapati Sambhajinagar, Maharashtra
balrampur: Balrampur-Ramanujganj, Chhattisgarh | Balrampur, Uttar Pradesh
bijapur: Bijapur, Chhattisgarh | Vijayapura, Karnataka
bilaspur: Bilaspur, Chhattisgarh | Bilaspur, Himachal Pradesh
chandigarh: Chandigarh | Chandigarh, Chandigarh
chittor: Chittoor, Andhra Pradesh | Chittorgarh, Rajasthan
dadraandnagarhaveli: Dadra and Nagar Haveli and Daman and Diu | Dadra and Nagar Haveli, Dadra and Nagar Haveli and Daman and Diu
delhi: Delhi | New Delhi, Delhi
deogarh: Deoghar, Jharkhand | Deogarh, Odisha
hamirpur: Hamirpur, Himachal Pradesh | Hamirpur, Uttar Pradesh
lakhimpur: Lakhimpur, Assam | Lakhimpur Kheri, Uttar Pradesh
lakshadweep: Lakshadweep | Lakshadweep, Lakshadweep
newdelhi: Delhi | New Delhi, Delhi
pondicherry: Puducherry | Puducherry, Puducherry
pratapgarh: Pratapgarh, Rajasthan | Pratapgarh, Uttar Pradesh
puducherry: Puducherry | Puducherry, Puducherry
raigarh: Raigarh, Chhattisgarh | Raigad, Maharashtra
औरंगाबाद: Aurangabad, Bihar | Chhatrapati Sambhajinagar, Maharashtra
चंडीगढ़: Chandigarh | Chandigarh, Chandigarh
पुडुचेरी: Puducherry | Puducherry, Puducherry
प्रतापगढ़: Pratapgarh, Rajasthan | Pratapgarh, Uttar Pradesh
बिलासपुर: Bilaspur, Chhattisgarh | Bilaspur, Himachal Pradesh
बीजापुर: Bijapur, Chhattisgarh | Vijayapura, Karnataka
रायगढ़: Raigarh, Chhattisgarh | Raigad, Maharashtra
लक्षद्वीप: Lakshadweep | Lakshadweep, Lakshadweep
लखीमपुर: Lakhimpur, Assam | Lakhimpur Kheri, Uttar Pradesh
हमीरपुर: Hamirpur, Himachal Pradesh | Hamirpur, Uttar Pradesh
`.trim();

const titleOf = ({ state, district }: NamedPlace) => (district ? `${district}, ${state}` : state);
const keyOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]/gu, '');

function placesByName(among: readonly NamedPlace[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const place of among)
    for (const key of new Set([...place.names, ...place.translations].map(keyOf)))
      found.set(key, [...(found.get(key) ?? []), titleOf(place)]);
  return found;
}

const shared = (among: readonly NamedPlace[]) =>
  [...placesByName(among)]
    .filter(([, titles]) => titles.length > 1)
    .map(([name, titles]) => `${name}: ${titles.join(' | ')}`);

test('are all states and districts, in Hindi too', () => {
  expect(places.map(titleOf)).toEqual(
    states.flatMap((state) => [state, ...districtsOf(state).map((district) => `${district}, ${state}`)]),
  );
  expect(places.filter(({ names }) => !/\p{Script=Devanagari}/u.test(names[1]!))).toEqual([]);
});

test.each([
  ['Gurgaon', 'Gurugram, Haryana'],
  ['गुड़गांव', 'Gurugram, Haryana'],
  ['इलाहाबाद', 'Prayagraj, Uttar Pradesh'],
  ['Banaras', 'Varanasi, Uttar Pradesh'],
  ['Poona', 'Pune, Maharashtra'],
  ['Calcutta', 'Kolkata, West Bengal'],
  ['हरियाणा', 'Haryana'],
  ['ਪੰਜਾਬ', 'Punjab'],
  ['தமிழ்நாடு', 'Tamil Nadu'],
  ['ಬೆಂಗಳೂರು', 'Bengaluru Urban, Karnataka'],
  ['கோயம்புத்தூர்', 'Coimbatore, Tamil Nadu'],
  ['ତ୍ରିପୁରା', 'Tripura'],
])('%s is %s', (name, title) => {
  expect(placesByName(places).get(keyOf(name))).toEqual([title]);
});

test('do not include a direction alone', () => {
  expect(placesByName(places).has('east')).toBe(false);
});

test('have no name twice', () => {
  const repeated = places.filter(
    ({ names, translations }) =>
      new Set([...names, ...translations].map((name) => name.toLowerCase())).size <
      names.length + translations.length,
  );
  expect(repeated.map(titleOf)).toEqual([]);
});

test('share no name with another district of the state', () => {
  expect(states.flatMap((state) => shared(places.filter((p) => p.district && p.state === state)))).toEqual(
    [],
  );
});

test('share these names with a place elsewhere', () => {
  const inEnglishAndHindi = places.map((place) => ({ ...place, translations: [] }));
  expect(shared(inEnglishAndHindi).toSorted().join('\n')).toBe(elsewhere);
});

test('are written in composed characters, without invisible ones', () => {
  const names = [...stateRows, ...districtRows].flatMap(({ otherNames }) => otherNames);
  expect(names.filter((name) => name !== name.normalize('NFC') || /\p{Cf}/u.test(name))).toEqual([]);
});

test('have capitals that are districts', () => {
  expect(stateRows.filter(({ state, capital }) => !districtsOf(state).includes(capital))).toEqual([]);
});
