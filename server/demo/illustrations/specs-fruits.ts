// How every fruit, nut and flower looks, lies and grows.
import * as cuts from './cuts.ts';
import * as leafy from './items-leafy.ts';
import * as round from './items-round.ts';
import * as more from './items-round-more.ts';
import * as fruit from './items-fruit.ts';
import * as scaled from './items-scaled.ts';
import * as cluster from './items-cluster.ts';
import { leafShapes } from './growing-parts.ts';
import { walnut } from './item-walnut.ts';
import { ball, bunch, root } from './spec-kit.ts';
import type { ProduceSpec } from './spec-kit.ts';

export const fruits: Record<string, ProduceSpec> = {
  Mango: ball(fruit.mango(), '#f0ae2b', 90, {
    leafy: leafShapes.narrow,
    leaf: '#2f7b3d',
    cut: cuts.mangoCut(),
    spin: 40,
    dx: 1.5,
  }),
  Apple: ball(fruit.apple(), '#c4302b', 84, { leaf: '#4f9142', cut: cuts.appleCut('#c4302b') }),
  Orange: ball(fruit.citrus('#e8892b'), '#e8892b', 82, { cut: cuts.citrusCut('#e08325', '#ee8f2a') }),
  Mosambi: ball(fruit.citrus('#b9c04a'), '#b9c04a', 82, { cut: cuts.citrusCut('#a9b53f', '#e6cf6a') }),
  Lemon: ball(fruit.lemon(), '#efcb2f', 66, {
    leaf: '#3c8a45',
    spin: 60,
    dy: 0.86,
    cut: cuts.citrusCut('#e6c62c', '#ecd14e'),
    rest: 0.66,
  }),
  'Assam Lemon': ball(fruit.lemon('#8fb640'), '#8fb640', 70, {
    leaf: '#3c8a45',
    spin: 60,
    dy: 0.86,
    cut: cuts.citrusCut('#7fa838', '#dfe08c'),
    rest: 0.66,
  }),
  Guava: ball(fruit.guava(), '#b9cc5d', 80, { leaf: '#4c8d47', cut: cuts.guavaCut(false) }),
  Pear: ball(fruit.pear(), '#c8c552', 86, {
    leaf: '#5b9446',
    dx: 1.4,
    cut: cuts.appleCut('#bcb948', '#f6f0cf'),
  }),
  Pomegranate: ball(fruit.pomegranate(), '#b72638', 86, {
    leaf: '#4f8a42',
    leafy: leafShapes.narrow,
    cut: cuts.pomegranateCut,
  }),
  Grapes: bunch(cluster.grapes(), '#8fb24a', 112, {
    grows: 'trellis',
    leafy: leafShapes.lobed,
    leaf: '#5b9446',
    dx: 1.25,
    dy: 0.9,
    heroScale: 0.73,
  }),
  'Black Grapes': bunch(cluster.grapes('#4a3058'), '#4a3058', 112, {
    grows: 'trellis',
    leafy: leafShapes.lobed,
    leaf: '#5b9446',
    dx: 1.25,
    dy: 0.9,
    heroScale: 0.73,
  }),
  Banana: bunch(cluster.banana(), '#f0c330', 124, {
    grows: 'palm',
    crown: 'banana',
    leaf: '#4b8f45',
    dx: 1.3,
    dy: 0.85,
    spin: 20,
    heroScale: 0.71,
  }),
  'Nendran Banana': bunch(cluster.banana('#e0b32f'), '#e0b32f', 130, {
    grows: 'palm',
    crown: 'banana',
    leaf: '#4b8f45',
    dx: 1.3,
    dy: 0.85,
    spin: 20,
    heroScale: 0.7,
  }),
  'Green Banana': bunch(cluster.banana('#8fb04a'), '#8fb04a', 124, {
    grows: 'palm',
    crown: 'banana',
    leaf: '#4b8f45',
    dx: 1.3,
    dy: 0.85,
    spin: 20,
    heroScale: 0.71,
  }),
  Papaya: ball(fruit.papaya, '#e3a53a', 110, {
    grows: 'palm',
    crown: 'papaya',
    cut: cuts.papayaCut,
    spin: 30,
  }),
  Watermelon: ball(more.watermelon, '#4f8f45', 126, {
    grows: 'ground',
    leafy: leafShapes.lobed,
    spin: 20,
    dx: 1.7,
    cut: cuts.melonCut,
    cutScale: 0.96,
  }),
  Muskmelon: ball(more.muskmelon, '#d9bd73', 108, {
    grows: 'ground',
    leafy: leafShapes.lobed,
    spin: 24,
    dx: 1.7,
  }),
  Pineapple: ball(scaled.pineapple, '#d79b2e', 118, {
    grows: 'ground',
    whole: true,
    leafy: leafShapes.blade,
    spin: 14,
    dx: 1.1,
    dy: 1.05,
  }),
  Litchi: ball(fruit.litchi, '#c83d4a', 60, {
    leafy: leafShapes.narrow,
    leaf: '#3f8543',
    dx: 1.45,
    heroScale: 1.35,
  }),
  Sapota: ball(fruit.sapota, '#a9713c', 72, { leaf: '#3f7f43' }),
  'Custard Apple': ball(scaled.custardApple, '#93b767', 82, { leafy: leafShapes.narrow }),
  Jackfruit: ball(scaled.jackfruit, '#93a048', 126, { spin: 18, dx: 1.35, heroScale: 0.71, leaf: '#2f6f3a' }),
  Strawberry: ball(scaled.strawberry, '#cf2f35', 58, {
    grows: 'ground',
    leafy: leafShapes.broad,
    spin: 60,
    dx: 1.45,
    heroScale: 1.4,
  }),
  Coconut: ball(fruit.coconut(), '#8a5a33', 98, {
    grows: 'palm',
    cut: cuts.coconutCut,
    spin: 60,
    sack: true,
  }),
  'Tender Coconut': ball(fruit.tenderCoconut, '#7fa545', 108, { grows: 'palm', spin: 30, dx: 1.5 }),
  Kinnow: ball(fruit.citrus('#e39a2d'), '#e39a2d', 80, { cut: cuts.citrusCut('#dd8f25', '#efa23a') }),
  Amla: ball(fruit.citrus('#c3cf6a', '#5b9446'), '#c3cf6a', 58, {
    leafy: leafShapes.pinnate,
    heroScale: 1.35,
  }),
  Ber: ball(fruit.guava('#a9a63f'), '#a9a63f', 58, { leafy: leafShapes.broad, heroScale: 1.35 }),
  Jamun: ball(fruit.sapotaLike('#3d2547'), '#3d2547', 56, { leafy: leafShapes.broad, heroScale: 1.35 }),
  Beetroot: ball(round.onion('#7a1f45'), '#7a1f45', 84, {
    ...root,
    leafy: leafShapes.broad,
    leaf: '#5c8a48',
    spin: 40,
    dx: 1.5,
    dy: 1.12,
  }),
  Turnip: ball(round.onion('#c78ab0'), '#c78ab0', 84, {
    ...root,
    leafy: leafShapes.broad,
    leaf: '#5c9450',
    spin: 40,
    dx: 1.5,
    dy: 1.12,
  }),
  'Elephant Yam': ball(round.potato('#8a6244'), '#8a6244', 116, {
    ...root,
    leafy: leafShapes.lobed,
    spin: 40,
    dx: 1.6,
    dy: 0.9,
    rest: 0.66,
  }),
  'Ash Gourd': ball(more.pumpkin('#b9cbb0'), '#b9cbb0', 124, {
    grows: 'ground',
    leafy: leafShapes.lobed,
    spin: 10,
    dx: 1.7,
    rest: 0.7,
  }),
  Tinda: ball(fruit.citrus('#a9c86f', '#5b9446'), '#a9c86f', 70, { grows: 'bush', leafy: leafShapes.lobed }),
  Mint: bunch(leafy.spinach('#3f8f4f', 0.6), '#3f8f4f', 108),
  'Areca Nut': ball(fruit.mango('#dd8f2b', '#c9742a'), '#dd8f2b', 58, {
    grows: 'palm',
    spin: 40,
    heroScale: 1.35,
  }),
  Walnut: ball(walnut, '#bd8f58', 62, {
    leafy: leafShapes.pinnate,
    sack: true,
    spin: 60,
    heroScale: 1.3,
  }),
  Marigold: ball(leafy.marigold, '#e8921c', 66, {
    grows: 'bush',
    leafy: leafShapes.pinnate,
    spin: 180,
    dx: 1.4,
    heroScale: 1.3,
  }),
  'Aloe Vera': bunch(leafy.aloe, '#6fa06a', 124, { leafy: leafShapes.blade, whole: true }),
};
