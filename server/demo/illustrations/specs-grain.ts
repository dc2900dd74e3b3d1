// How every grain, pulse, spice and seed that is sold loose looks, and what it grows on.
import type { EarForm } from './items-ear.ts';
import type { KernelForm } from './items-grain.ts';

export interface GrainSpec {
  form: KernelForm;
  color: string;
  /** Half length of one kernel in a close-up, in pixels. */
  size: number;
  ear: EarForm;
  earColor: string;
  green: string;
  /** Ground powder sold beside the whole spice. */
  powder?: string;
}

const grain = (
  form: KernelForm,
  color: string,
  size: number,
  ear: EarForm,
  earColor: string,
  green: string,
  powder?: string,
): GrainSpec => ({ form, color, size, ear, earColor, green, ...(powder ? { powder } : {}) });

const straw = '#a9a04e';
const field = '#6f9a48';

export const grains: Record<string, GrainSpec> = {
  Wheat: grain('wheat', '#d6a253', 46, 'wheat', '#dcab4f', straw, '#ead6ac'),
  Barley: grain('wheat', '#d9bd7c', 46, 'wheat', '#dfc37c', straw),
  'Basmati Paddy': grain('paddy', '#d9ae55', 56, 'paddy', '#dcae4c', field),
  Paddy: grain('paddy', '#cf9f48', 48, 'paddy', '#d2a143', field),
  'Basmati Rice': grain('rice', '#f3ead2', 54, 'paddy', '#dcae4c', field),
  Rice: grain('rice', '#f1e7d0', 42, 'paddy', '#d2a143', field),
  'Red Rice': grain('rice', '#a8583a', 42, 'paddy', '#bd7a3a', field),
  'Black Rice': grain('rice', '#3f2f3d', 42, 'paddy', '#6b4a52', field),
  Maize: grain('maize', '#e8a92f', 44, 'maize', '#edb535', '#5f9a45'),
  Bajra: grain('round', '#a5a06f', 24, 'bajra', '#a99a63', field),
  Jowar: grain('round', '#eadcb9', 28, 'jowar', '#e5d3a4', field),
  Ragi: grain('round', '#8f4a30', 22, 'ragi', '#9a5636', field, '#b08674'),
  'Foxtail Millet': grain('round', '#e0bd58', 21, 'bajra', '#d8b452', field),
  Mustard: grain('round', '#6d3f25', 22, 'mustard', '#f0c52b', field),
  Sesame: grain('lentil', '#efe2c4', 26, 'pods', '#d8c99a', field),
  Chana: grain('chickpea', '#b9783f', 44, 'pods', '#c49a52', field, '#ecc76a'),
  'Kabuli Chana': grain('chickpea', '#ecd6a6', 50, 'pods', '#c9b26a', field),
  Tur: grain('split', '#e9ae35', 38, 'pods', '#b99a52', field),
  Moong: grain('bean', '#6f8f3a', 34, 'pods', '#5f6b35', field),
  Urad: grain('bean', '#353233', 34, 'pods', '#4b4638', field),
  Masoor: grain('lentil', '#b4573a', 32, 'pods', '#b99a60', field),
  Rajma: grain('bean', '#8c2c33', 54, 'pods', '#c9a45a', field),
  Lobia: grain('bean', '#dcc193', 44, 'pods', '#c9b26a', field),
  Soybean: grain('round', '#e6cf8e', 40, 'pods', '#bfa357', field),
  Groundnut: grain('nut', '#d0a061', 72, 'pods', '#c69a5c', field),
  Turmeric: grain('split', '#d18a1c', 30, 'broad', '#e6d9b0', '#4f9142', '#e79a12'),
  'Chilli Powder': grain('thread', '#b3231c', 34, 'pods', '#b3231c', field, '#b8301c'),
  'Coriander Seed': grain('round', '#c2a25f', 34, 'umbel', '#d8cdb2', field, '#b39a5c'),
  Cumin: grain('cumin', '#a88349', 44, 'umbel', '#d9c6c0', field, '#9a7440'),
  Fennel: grain('cumin', '#a9b36a', 48, 'umbel', '#d6c545', field),
  Ajwain: grain('cumin', '#9a8358', 28, 'umbel', '#e3dcc8', field),
  'Fenugreek Seed': grain('maize', '#c99b3e', 26, 'pods', '#c9b26a', field),
  'Black Pepper': grain('pepper', '#3d332e', 36, 'pods', '#4c5a35', '#2f7b3d', '#6b5f55'),
  Cardamom: grain('pod', '#93ab62', 48, 'pods', '#93ab62', '#3b8044'),
  Clove: grain('clove', '#5e3524', 50, 'pods', '#8a4a34', '#3b8044'),
  'Bay Leaf': grain('leaf', '#8b9a5f', 96, 'pods', '#6f8a4a', '#3b8044'),
  Tea: grain('leaf', '#3c2f26', 30, 'pods', '#5d9a3c', '#4b8a3c'),
  Coffee: grain('split', '#6b4630', 40, 'pods', '#a83a2f', '#2f7b3d', '#5a3824'),
  Makhana: grain('chickpea', '#f5eddc', 56, 'pods', '#7f9a4a', '#4f8a42'),
  Tamarind: grain('nut', '#6e4128', 84, 'pods', '#8a5a36', '#4f8a42'),
  Mahua: grain('lentil', '#e3d28e', 44, 'pods', '#e3d28e', '#5f8f45'),
  Cotton: grain('chickpea', '#f7f3e8', 70, 'pods', '#f7f3e8', '#5f9a45'),
  'Moringa Powder': grain('leaf', '#6f8f3f', 34, 'pods', '#6f9650', '#4f8f45', '#7f9c45'),
  'Berseem Seed': grain('bean', '#d2b15c', 20, 'pods', '#e9e3d2', '#5f9a45'),
  'Kodo Millet': grain('round', '#b58f5a', 22, 'ragi', '#a9824f', field),
  Sunflower: grain('rice', '#47423e', 44, 'mustard', '#efb92c', field),
  Castor: grain('bean', '#7d5a48', 46, 'pods', '#a5673f', field),
  Linseed: grain('rice', '#8a5a36', 26, 'umbel', '#7f9ad0', field),
  Moth: grain('bean', '#a9713c', 28, 'pods', '#8f7a42', field),
  'Dry Peas': grain('round', '#d9cf9a', 38, 'pods', '#b9a96a', field),
  'Horse Gram': grain('lentil', '#8f5236', 30, 'pods', '#a58a52', field),
  'Guar Seed': grain('maize', '#b5a98a', 26, 'pods', '#9aa05a', field),
  Isabgol: grain('lentil', '#c9a58a', 24, 'wheat', '#b9a58a', field),
  'Dry Ginger': grain('nut', '#d3b78a', 66, 'broad', '#e6d9b0', '#5f9a45', '#dcc79a'),
  'Onion Seed': grain('pepper', '#33302f', 24, 'umbel', '#efe9d8', field),
};
