// Which props stand for dairy, poultry, fertiliser, seed and equipment.
import * as farm from './props-farm.ts';
import * as tool from './props-tools.ts';
import * as props from './props.ts';
import { chick, cow, duck, hen } from './animals.ts';
import type { Prop } from './props.ts';
import type { Goods } from './scenes-goods.ts';
import { at, tone } from './svg.ts';

const gir: Prop = (art) => cow(art, '#b5623c', '#f0e0c8');
const holstein: Prop = (art) => cow(art, '#f3ece0', '#4a3a32');
const buffalo: Prop = (art) => cow(art, '#4d4640', '#5a524b', true);
const brood: Prop = (art) =>
  chick(art) +
  at(96, 8, 0.95, 0, chick(art, -1)) +
  at(-100, 10, 1.05, 0, chick(art)) +
  at(-30, 44, 1.15, 0, chick(art, -1)) +
  at(80, 56, 1.1, 0, chick(art));
const trio =
  (coat: string): Prop =>
  (art) =>
    at(-130, -20, 0.9, 0, hen(art, coat)) + at(120, -10, 1, 0, hen(art, tone(coat, 0.25)), true);
const single =
  (coat: string, rooster = false): Prop =>
  (art) =>
    at(0, 0, 1.25, 0, hen(art, coat, rooster));
const cluster: Prop = (art) => at(0, -30, 1.7, 0, brood(art));

const milk: Goods = {
  color: '#f3efe2',
  main: props.can,
  side: props.glass('#fbf7ea'),
  third: props.bottle('#fbf7ea', '#2f6f73'),
  beast: holstein,
};
const tools = (main: Prop, side: Prop, color: string, third?: Prop): Goods => ({
  color,
  main,
  side,
  land: '#a98a58',
  ...(third ? { third } : {}),
});
const manure = (soil: string, main: Prop, side: Prop): Goods => ({
  color: soil,
  main,
  side,
  third: farm.compostHeap(soil),
  land: '#a08352',
});
const seedBag = (color: string, emblem: Parameters<typeof farm.bag>[1], green: string): Goods => ({
  color,
  main: farm.bag(color, emblem),
  side: farm.seedlingTray(green),
  land: '#a08352',
});

export const goods: Record<string, Goods> = {
  'Cow Milk': milk,
  'Gir Cow Milk': { ...milk, beast: gir },
  'Buffalo Milk': { ...milk, beast: buffalo },
  Curd: {
    color: '#f7f1e0',
    main: props.clayPot('#fbf7ea'),
    side: props.clayPot('#fbf7ea', '#a5512f'),
    third: props.can,
    beast: buffalo,
  },
  Buttermilk: { ...milk, main: props.clayPot('#f6f0dc'), side: props.glass('#f1ecd6') },
  Paneer: {
    color: '#f3ead4',
    main: props.paneer,
    side: props.paneerCubes,
    third: props.can,
    beast: holstein,
  },
  Ghee: {
    color: '#e9b93a',
    main: props.bottle('#eebd3e', '#b23a1f'),
    side: props.brassGhee,
    third: props.bottle('#f0c552', '#1c6b3c', true),
    beast: gir,
  },
  Butter: { color: '#f3d779', main: props.butter, side: props.clayPot('#f6e7b0'), beast: holstein },
  Khoya: { color: '#e8d3a8', main: props.khoya, side: props.can, beast: buffalo },
  Eggs: {
    color: '#f3ead8',
    main: props.eggTray('#f5eee0'),
    side: props.eggBasket('#f5eee0'),
    third: props.eggsLoose('#f5eee0'),
    beast: (art) => hen(art, '#f0e8d8'),
  },
  'Desi Eggs': {
    color: '#d9a878',
    main: props.eggBasket('#d8a676'),
    side: props.eggsLoose('#d8a676'),
    third: props.eggTray('#d8a676'),
    beast: (art) => hen(art, '#9a4f2b'),
  },
  'Duck Eggs': {
    color: '#cfdcd0',
    main: props.eggBasket('#cddcd2'),
    side: props.eggsLoose('#cddcd2'),
    third: props.eggTray('#cddcd2'),
    beast: (art) => duck(art, '#e9dfc8'),
  },
  'Country Chicken': {
    color: '#a5552c',
    main: single('#a5552c', true),
    side: trio('#8c4a2c'),
    third: single('#3d3a36'),
    beast: (art) => hen(art, '#a5552c', true),
    grounded: true,
    land: '#b3a05c',
  },
  'Broiler Chicken': {
    color: '#f0e8d8',
    main: single('#f0e8d8'),
    side: trio('#ece2cf'),
    beast: (art) => hen(art, '#f0e8d8'),
    grounded: true,
    land: '#b3a05c',
  },
  Chicks: {
    color: '#f3cf55',
    main: cluster,
    side: single('#b5652f'),
    third: cluster,
    beast: (art) => at(0, 0, 1.3, 0, brood(art)),
    grounded: true,
  },
  Honey: {
    color: '#d9920c',
    main: props.bottle('#d98f10', '#8e5a1c'),
    side: props.honeycomb,
    third: props.bottle('#b96a0c', '#b23a1f', true),
    land: '#c9b23e',
  },
  Saffron: {
    color: '#b3221a',
    main: props.bottle('#a8211a', '#c9982f'),
    side: props.crocusPatch,
    third: props.threadBowl('#b3221a'),
    land: '#a08a62',
  },
  Jaggery: {
    color: '#b8752a',
    main: props.jaggeryBlocks('#b8752a'),
    side: props.jaggeryRound('#a9641f'),
    third: props.caneBundle,
    land: '#8fae5a',
  },
  Sugarcane: {
    color: '#8f9a4c',
    main: props.caneBundle,
    side: props.jaggeryBlocks('#b8752a'),
    land: '#8fae5a',
  },
  Vermicompost: manure('#4a3524', farm.compostSack('#4a3524'), farm.bag('#e6dcc0', 'leaf')),
  'Farmyard Manure': manure('#5d4429', farm.compostHeap('#5d4429'), farm.compostSack('#5d4429')),
  'Poultry Manure': manure('#8a7350', farm.bag('#d8c49a', 'leaf'), farm.compostSack('#8a7350')),
  'Neem Cake': manure('#7d6438', farm.bag('#9fb06a', 'leaf'), farm.compostSack('#7d6438')),
  'Mustard Cake': manure('#a5813a', farm.bag('#e0b645', 'mustard'), farm.compostSack('#a5813a')),
  Jeevamrut: manure('#5f5a2e', farm.drum('#2f6f9a', '#7d7438'), farm.drum('#1c6b3c', '#6d6a34')),
  'Wheat Seed': seedBag('#e6d3a2', 'wheat', '#6f9a48'),
  'Paddy Seed': seedBag('#a9c48a', 'paddy', '#6aa545'),
  'Maize Seed': seedBag('#efc35a', 'maize', '#5f9a45'),
  'Mustard Seed for Sowing': seedBag('#e3b23a', 'mustard', '#5f9a45'),
  'Vegetable Seedlings': {
    color: '#5b9a3f',
    main: farm.seedlingTray('#5b9a3f', 'pinnate'),
    side: farm.seedlingTray('#4b8f45'),
    land: '#a08352',
  },
  Sprayer: tools(tool.sprayer('#e3a008'), tool.sprayer('#2f6f9a'), '#e3a008', tool.handTools),
  'Drip Kit': tools(tool.dripCoil, tool.dripParts, '#33332f', farm.seedlingTray('#5b9a3f')),
  Tarpaulin: tools(tool.tarpRoll('#2f6f9a'), tool.tarpSpread('#2f6f9a'), '#2f6f9a', tool.tarpRoll('#1c6b3c')),
  'Plastic Crate': tools(
    tool.plasticCrate('#b23a1f'),
    tool.plasticCrate('#2f6f9a'),
    '#b23a1f',
    tool.plasticCrate('#1c6b3c'),
  ),
  'Jute Sack': tools(tool.sackStack('#c7a36a'), farm.bag('#d8bd8a', 'wheat'), '#c7a36a'),
  'Water Pump': tools(tool.pump('#1c6b3c'), tool.dripCoil, '#1c6b3c', tool.pump('#2f6f9a')),
  Tractor: {
    ...tools(tool.tractor('#b23a1f'), tool.handTools, '#b23a1f', tool.tractor('#2f6f73')),
    grounded: true,
  },
  'Hand Tools': tools(tool.handTools, tool.plasticCrate('#2f6f9a'), '#8e6038', tool.sackStack('#c7a36a')),
};
