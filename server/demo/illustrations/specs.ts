import type { ProduceSpec } from './spec-kit.ts';
import { fruits } from './specs-fruits.ts';
import { vegetables } from './specs-vegetables.ts';

export const produce: Record<string, ProduceSpec> = { ...vegetables, ...fruits };
