import { drawGoods } from './scenes-goods.ts';
import { grainScenes } from './scenes-grain.ts';
import { produceScenes } from './scenes-produce.ts';
import type { ProduceSpec } from './spec-kit.ts';
import { goods } from './specs-goods.ts';
import { grains } from './specs-grain.ts';
import { produce } from './specs.ts';
import { Art } from './svg.ts';

/** Crops that look like another one that is drawn. */
const sameAs: Record<string, string> = {
  'Organic Wheat': 'Wheat',
  'Organic Rice': 'Red Rice',
  'Organic Turmeric': 'Turmeric',
  'Organic Jaggery': 'Jaggery',
  'Seed Potato': 'Potato',
  'Ridge Gourd': 'Cucumber',
  'Sponge Gourd': 'Cucumber',
  'Ivy Gourd': 'Pointed Gourd',
  'Cluster Beans': 'French Beans',
  'Hyacinth Beans': 'Green Peas',
  Colocasia: 'Potato',
};

/** Pictures with neighbouring seeds show different scenes. */
const scenesPerCrop = 6;

/** A 1280 × 960 SVG of the crop; the same crop and seed always give the same drawing. */
export function drawCrop(cropType: string, seed: number): string {
  const crop = sameAs[cropType] ?? cropType;
  const art = new Art(`${cropType}:${seed}`);
  const scene = Math.abs(Math.trunc(seed)) % scenesPerCrop;
  const piece = produce[crop];
  if (piece) return art.document(pick(produceScenes, scene)(art, piece));
  const loose = grains[crop];
  if (loose) return art.document(pick(grainScenes, scene)(art, loose));
  const thing = goods[crop];
  if (thing) return art.document(drawGoods(art, thing, scene));
  const standIn = produce[art.rng.pick(['Tomato', 'Cucumber', 'Spinach', 'Carrot'])] as ProduceSpec;
  return art.document(pick(produceScenes, scene)(art, standIn));
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
