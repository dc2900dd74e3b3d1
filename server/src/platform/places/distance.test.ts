import { describe, expect, test } from 'vitest';
import { districtsOf, states, type State } from '@upaj/contract/places';
import { centreOf, roadKm, straightKm } from './distance.ts';

const bounds: Record<State, readonly [south: number, north: number, west: number, east: number]> = {
  'Andaman and Nicobar Islands': [6.7, 13.7, 92.2, 94.3],
  'Andhra Pradesh': [12.6, 19.2, 76.7, 84.8],
  'Arunachal Pradesh': [26.6, 29.5, 91.5, 97.5],
  Assam: [24.1, 28.0, 89.6, 96.1],
  Bihar: [24.2, 27.6, 83.3, 88.4],
  Chandigarh: [30.6, 30.8, 76.7, 76.9],
  Chhattisgarh: [17.7, 24.2, 80.2, 84.5],
  'Dadra and Nagar Haveli and Daman and Diu': [20.0, 20.8, 70.8, 73.3],
  Delhi: [28.4, 28.9, 76.8, 77.4],
  Goa: [14.8, 15.9, 73.6, 74.4],
  Gujarat: [20.1, 24.8, 68.1, 74.5],
  Haryana: [27.6, 31.0, 74.4, 77.6],
  'Himachal Pradesh': [30.3, 33.3, 75.5, 79.1],
  'Jammu and Kashmir': [32.2, 35.1, 73.7, 76.9],
  Jharkhand: [21.9, 25.4, 83.3, 88.0],
  Karnataka: [11.5, 18.5, 74.0, 78.6],
  Kerala: [8.2, 12.9, 74.8, 77.5],
  Ladakh: [32.2, 36.0, 75.2, 80.0],
  Lakshadweep: [8.2, 12.4, 71.7, 74.1],
  'Madhya Pradesh': [21.0, 26.9, 74.0, 82.9],
  Maharashtra: [15.6, 22.1, 72.6, 80.9],
  Manipur: [23.8, 25.7, 92.9, 94.8],
  Meghalaya: [25.0, 26.2, 89.8, 92.9],
  Mizoram: [21.9, 24.6, 92.2, 93.5],
  Nagaland: [25.1, 27.1, 93.3, 95.3],
  Odisha: [17.7, 22.6, 81.3, 87.5],
  Puducherry: [10.8, 16.8, 75.5, 82.3],
  Punjab: [29.5, 32.6, 73.8, 77.0],
  Rajasthan: [23.0, 30.2, 69.4, 78.3],
  Sikkim: [27.0, 28.2, 88.0, 88.9],
  'Tamil Nadu': [8.0, 13.6, 76.2, 80.4],
  Telangana: [15.8, 19.9, 77.2, 81.4],
  Tripura: [22.9, 24.6, 91.1, 92.4],
  'Uttar Pradesh': [23.8, 30.5, 77.0, 84.7],
  Uttarakhand: [28.7, 31.5, 77.5, 81.1],
  'West Bengal': [21.5, 27.3, 85.8, 89.9],
};

const places = states.flatMap((state) => districtsOf(state).map((district) => ({ state, district })));
const at = (state: string, district: string) => centreOf(state, district)!;

describe('the centres of the districts', () => {
  test('lie within their states', () => {
    const outside = places.filter(({ state, district }) => {
      const [latitude, longitude] = at(state, district);
      const [south, north, west, east] = bounds[state];
      return latitude < south || latitude > north || longitude < west || longitude > east;
    });
    expect(outside).toEqual([]);
  });

  test('are all different', () => {
    const points = places.map(({ state, district }) => at(state, district).join(' '));
    expect(new Set(points).size).toBe(places.length);
  });

  test('are undefined for other names', () => {
    expect(centreOf('Kerala', 'Calicut')).toBeUndefined();
    expect(centreOf('Keralam', 'Kozhikode')).toBeUndefined();
    expect(centreOf('toString', 'length')).toBeUndefined();
    expect(centreOf('Kerala', 'toString')).toBeUndefined();
  });
});

describe('distances', () => {
  test.each([
    [['Delhi', 'New Delhi'], ['Punjab', 'Ludhiana'], 280, 300],
    [['Maharashtra', 'Pune'], ['Maharashtra', 'Nashik'], 160, 170],
    [['Kerala', 'Ernakulam'], ['Kerala', 'Thiruvananthapuram'], 170, 185],
    [['Maharashtra', 'Mumbai City'], ['Maharashtra', 'Pune'], 115, 130],
    [['Karnataka', 'Bengaluru Urban'], ['Karnataka', 'Mysuru'], 120, 135],
    [['Tamil Nadu', 'Chennai'], ['Tamil Nadu', 'Coimbatore'], 420, 440],
    [['West Bengal', 'Kolkata'], ['West Bengal', 'Darjeeling'], 490, 510],
    [['Gujarat', 'Ahmedabad'], ['Gujarat', 'Surat'], 200, 215],
    [['Rajasthan', 'Jaipur'], ['Rajasthan', 'Jodhpur'], 275, 295],
    [['Uttar Pradesh', 'Lucknow'], ['Uttar Pradesh', 'Varanasi'], 255, 275],
    [['Telangana', 'Hyderabad'], ['Andhra Pradesh', 'Visakhapatnam'], 490, 510],
    [['Jammu and Kashmir', 'Srinagar'], ['Kerala', 'Thiruvananthapuram'], 2830, 2870],
  ] as [from: [string, string], to: [string, string], least: number, most: number][])(
    '%s to %s is between %i and %i km',
    (from, to, least, most) => {
      const km = straightKm(at(...from), at(...to));
      expect(km).toBeGreaterThan(least);
      expect(km).toBeLessThan(most);
      expect(straightKm(at(...to), at(...from))).toBeCloseTo(km, 9);
    },
  );

  test('by road are longer, in whole km, and 0 within a district', () => {
    const [pune, nashik] = [at('Maharashtra', 'Pune'), at('Maharashtra', 'Nashik')];
    expect(roadKm(pune, nashik)).toBe(Math.round(straightKm(pune, nashik) * 1.3));
    expect(roadKm(pune, pune)).toBe(0);
  });
});
