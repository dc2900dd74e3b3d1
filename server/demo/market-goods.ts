import type { State } from '@upaj/contract/places';

/** What is traded, and about what it fetches. */
export interface SampleGood {
  /** The catalogue's crop. */
  crop: string;
  /** As AGMARKNET has them, the usual one first. */
  varieties: readonly [string, ...string[]];
  /** Rupees per quintal that the year's prices lie around. */
  base: number;
  /** By what share the season moves them, and the month in which they are highest. */
  swing: number;
  dearest: number;
  /** By what share they go up or down from day to day. */
  restless: number;
  /** Where it is traded; everywhere when left out. */
  states?: readonly State[];
}

const north: readonly State[] = [
  'Punjab',
  'Haryana',
  'Delhi',
  'Uttar Pradesh',
  'Uttarakhand',
  'Rajasthan',
  'Madhya Pradesh',
  'Bihar',
];
const wheatland: readonly State[] = [
  ...north,
  'Gujarat',
  'Maharashtra',
  'Chhattisgarh',
  'West Bengal',
  'Jammu and Kashmir',
];
const south: readonly State[] = ['Karnataka', 'Tamil Nadu', 'Kerala', 'Andhra Pradesh', 'Telangana'];
const east: readonly State[] = ['West Bengal', 'Odisha', 'Bihar', 'Jharkhand', 'Assam', 'Chhattisgarh'];
const hills: readonly State[] = ['Himachal Pradesh', 'Jammu and Kashmir', 'Uttarakhand', 'Delhi', 'Punjab'];
const dry: readonly State[] = [
  'Rajasthan',
  'Gujarat',
  'Maharashtra',
  'Madhya Pradesh',
  'Karnataka',
  'Telangana',
  'Andhra Pradesh',
];

const grain = { swing: 0.05, restless: 0.008 };
const pulse = { swing: 0.07, restless: 0.012 };
const oilseed = { swing: 0.06, restless: 0.012 };
const spice = { swing: 0.1, restless: 0.016 };
const fruit = { swing: 0.18, restless: 0.03 };
const leaf = { swing: 0.3, restless: 0.05 };
const root = { swing: 0.22, restless: 0.025 };

export const sampleGoods: readonly SampleGood[] = [
  { crop: 'wheat', varieties: ['Dara', 'Lokwan'], base: 2520, dearest: 1, ...grain, states: wheatland },
  {
    crop: 'paddy',
    varieties: ['Common', 'B P T'],
    base: 2350,
    dearest: 8,
    ...grain,
    states: [...south, ...east, 'Punjab', 'Haryana', 'Uttar Pradesh'],
  },
  {
    crop: 'basmati-paddy',
    varieties: ['1121', 'Basmati 1509'],
    base: 3500,
    dearest: 6,
    ...grain,
    states: ['Punjab', 'Haryana', 'Delhi', 'Uttar Pradesh', 'Uttarakhand'],
  },
  {
    crop: 'rice',
    varieties: ['Common', 'Fine'],
    base: 3600,
    dearest: 9,
    ...grain,
    states: [...east, 'Kerala', 'Tamil Nadu', 'Uttar Pradesh', 'Delhi'],
  },
  { crop: 'maize', varieties: ['Yellow', 'Local'], base: 2200, dearest: 7, ...grain },
  {
    crop: 'bajra',
    varieties: ['Local', 'Hybrid'],
    base: 2450,
    dearest: 7,
    ...grain,
    states: ['Rajasthan', 'Gujarat', 'Haryana', 'Uttar Pradesh', 'Maharashtra', 'Delhi'],
  },
  { crop: 'jowar', varieties: ['Jowar ( White)', 'Local'], base: 2900, dearest: 8, ...grain, states: dry },
  {
    crop: 'barley',
    varieties: ['Barley'],
    base: 2150,
    dearest: 1,
    ...grain,
    states: ['Rajasthan', 'Haryana', 'Uttar Pradesh', 'Madhya Pradesh'],
  },
  {
    crop: 'ragi',
    varieties: ['Local'],
    base: 3300,
    dearest: 9,
    ...grain,
    states: ['Karnataka', 'Tamil Nadu', 'Andhra Pradesh'],
  },
  {
    crop: 'mustard',
    varieties: ['Mustard', 'Sarson(Black)'],
    base: 6150,
    dearest: 1,
    ...oilseed,
    states: [...north, 'Gujarat', 'West Bengal', 'Assam'],
  },
  {
    crop: 'groundnut',
    varieties: ['Local', 'Bold'],
    base: 6100,
    dearest: 8,
    ...oilseed,
    states: [...dry, 'Tamil Nadu'],
  },
  {
    crop: 'soybean',
    varieties: ['Yellow'],
    base: 4550,
    dearest: 7,
    ...oilseed,
    states: ['Madhya Pradesh', 'Maharashtra', 'Rajasthan', 'Karnataka', 'Telangana'],
  },
  {
    crop: 'sesame',
    varieties: ['White', 'Black'],
    base: 11_200,
    dearest: 8,
    ...oilseed,
    states: ['Gujarat', 'Rajasthan', 'Madhya Pradesh', 'West Bengal', 'Tamil Nadu'],
  },
  {
    crop: 'cotton',
    varieties: ['H-4(A) 27mm FIne', 'Bunny'],
    base: 7250,
    dearest: 6,
    ...oilseed,
    states: ['Gujarat', 'Maharashtra', 'Telangana', 'Andhra Pradesh', 'Punjab', 'Haryana', 'Rajasthan'],
  },
  {
    crop: 'chana',
    varieties: ['Desi (Whole)', 'Kabul Small'],
    base: 5900,
    dearest: 12,
    ...pulse,
    states: [...north, ...dry],
  },
  {
    crop: 'tur',
    varieties: ['Arhar (Whole)', 'Local'],
    base: 7600,
    dearest: 10,
    ...pulse,
    states: [...dry, 'Uttar Pradesh', 'Bihar', 'Chhattisgarh'],
  },
  {
    crop: 'moong',
    varieties: ['Green (Whole)'],
    base: 8100,
    dearest: 4,
    ...pulse,
    states: [...dry, 'Delhi', 'Odisha', 'Punjab'],
  },
  {
    crop: 'urad',
    varieties: ['Black Gram (Whole)'],
    base: 8300,
    dearest: 7,
    ...pulse,
    states: [...dry, 'Uttar Pradesh', 'Tamil Nadu'],
  },
  {
    crop: 'masoor',
    varieties: ['Masur Gola'],
    base: 6700,
    dearest: 12,
    ...pulse,
    states: ['Madhya Pradesh', 'Uttar Pradesh', 'Bihar', 'West Bengal', 'Delhi', 'Jharkhand'],
  },
  { crop: 'potato', varieties: ['Potato', 'Jyoti'], base: 1500, dearest: 11, ...root },
  { crop: 'onion', varieties: ['Red', 'Nasik'], base: 2100, dearest: 11, ...root },
  { crop: 'tomato', varieties: ['Local', 'Hybrid'], base: 2300, dearest: 8, ...leaf },
  { crop: 'brinjal', varieties: ['Round', 'Arkasheela Mattigulla'], base: 2000, dearest: 8, ...leaf },
  { crop: 'okra', varieties: ['Bhindi'], base: 2900, dearest: 1, ...leaf },
  { crop: 'cauliflower', varieties: ['Local'], base: 2000, dearest: 8, ...leaf },
  { crop: 'cabbage', varieties: ['Cabbage'], base: 1500, dearest: 8, ...leaf },
  {
    crop: 'green-peas',
    varieties: ['Green Peas'],
    base: 4600,
    dearest: 9,
    ...leaf,
    states: [...north, ...hills, 'Maharashtra'],
  },
  { crop: 'green-chilli', varieties: ['Green Chilly'], base: 3800, dearest: 7, ...leaf },
  {
    crop: 'capsicum',
    varieties: ['Capsicum'],
    base: 3600,
    dearest: 7,
    ...leaf,
    states: [...hills, ...south, 'Maharashtra', 'Uttar Pradesh'],
  },
  { crop: 'bottle-gourd', varieties: ['Bottle Gourd'], base: 1700, dearest: 1, ...leaf },
  { crop: 'bitter-gourd', varieties: ['Bitter Gourd'], base: 3000, dearest: 1, ...leaf },
  { crop: 'cucumber', varieties: ['Cucumbar'], base: 1900, dearest: 1, ...leaf },
  { crop: 'pumpkin', varieties: ['Pumpkin'], base: 1500, dearest: 2, ...root },
  { crop: 'carrot', varieties: ['Carrot', 'Pusa Kesar'], base: 2400, dearest: 9, ...root },
  {
    crop: 'radish',
    varieties: ['Raddish'],
    base: 1300,
    dearest: 7,
    ...leaf,
    states: [...north, ...hills, ...east],
  },
  {
    crop: 'spinach',
    varieties: ['Spinach'],
    base: 1600,
    dearest: 7,
    ...leaf,
    states: [...north, 'Maharashtra', 'Gujarat', 'Telangana'],
  },
  { crop: 'drumstick', varieties: ['Drumstick'], base: 6200, dearest: 1, ...leaf, states: south },
  {
    crop: 'mango',
    varieties: ['Totapuri', 'Dusheri'],
    base: 5200,
    dearest: 3,
    ...fruit,
    states: [...south, 'Maharashtra', 'Uttar Pradesh', 'Delhi', 'Gujarat'],
  },
  { crop: 'banana', varieties: ['Robusta', 'Nendra Bale'], base: 2600, dearest: 9, ...fruit },
  {
    crop: 'apple',
    varieties: ['Delicious', 'Kasmir/Shimla - II'],
    base: 9200,
    dearest: 6,
    ...fruit,
    states: [...hills, 'Maharashtra', 'Karnataka', 'West Bengal'],
  },
  {
    crop: 'orange',
    varieties: ['Nagpuri'],
    base: 5100,
    dearest: 7,
    ...fruit,
    states: ['Maharashtra', 'Delhi', 'Madhya Pradesh', 'Rajasthan', 'West Bengal'],
  },
  { crop: 'lemon', varieties: ['Lemon'], base: 5600, dearest: 5, ...fruit },
  {
    crop: 'grapes',
    varieties: ['Green', 'Black'],
    base: 6800,
    dearest: 11,
    ...fruit,
    states: ['Maharashtra', 'Karnataka', 'Delhi', 'Telangana', 'Gujarat'],
  },
  {
    crop: 'pomegranate',
    varieties: ['Bhagwa'],
    base: 9600,
    dearest: 5,
    ...fruit,
    states: ['Maharashtra', 'Gujarat', 'Karnataka', 'Delhi', 'Rajasthan', 'Punjab'],
  },
  { crop: 'papaya', varieties: ['Papaya'], base: 2300, dearest: 1, ...fruit },
  {
    crop: 'guava',
    varieties: ['Guava'],
    base: 3100,
    dearest: 6,
    ...fruit,
    states: [...north, 'Maharashtra', 'Gujarat'],
  },
  {
    crop: 'turmeric',
    varieties: ['Finger', 'Bulb'],
    base: 13_200,
    dearest: 8,
    ...spice,
    states: ['Telangana', 'Tamil Nadu', 'Maharashtra', 'Andhra Pradesh'],
  },
  {
    crop: 'dry-red-chilli',
    varieties: ['Teja', 'Red'],
    base: 14_500,
    dearest: 9,
    ...spice,
    states: ['Andhra Pradesh', 'Telangana', 'Karnataka', 'Madhya Pradesh'],
  },
  {
    crop: 'garlic',
    varieties: ['Garlic', 'Average'],
    base: 9800,
    dearest: 11,
    ...spice,
    states: [...north, 'Gujarat', 'Maharashtra', 'Tamil Nadu'],
  },
  { crop: 'ginger', varieties: ['Green Ginger'], base: 6200, dearest: 8, ...spice },
  {
    crop: 'cumin',
    varieties: ['Cummin Seed(Jeera)'],
    base: 22_500,
    dearest: 12,
    ...spice,
    states: ['Gujarat', 'Rajasthan'],
  },
  {
    crop: 'coriander-seed',
    varieties: ['Badami', 'A-1, Green'],
    base: 7600,
    dearest: 12,
    ...spice,
    states: ['Rajasthan', 'Madhya Pradesh', 'Gujarat'],
  },
];
