import { makeSignal, useSignal } from '#lib/signal.ts';

/** Unseen messages by the id of who sent them. */
export type Unseen = Readonly<Record<string, number>>;

/** The live connection fills it; every screen shows the sum of it. */
export const unseenCounts = makeSignal<Unseen>({});

export function useUnseen(): Unseen {
  return useSignal(unseenCounts);
}

export function totalOf(unseen: Unseen): number {
  return Object.values(unseen).reduce((sum, count) => sum + count, 0);
}
