import { makeSignal, useSignal } from '#lib/signal.ts';

/** Numbers of unread messages by the sender's id. */
export type Unseen = Readonly<Record<string, number>>;

export const unseenCounts = makeSignal<Unseen>({});

export function useUnseen(): Unseen {
  return useSignal(unseenCounts);
}

export function totalOf(unseen: Unseen): number {
  return Object.values(unseen).reduce((sum, count) => sum + count, 0);
}

export interface Waiting {
  offers: number;
  deals: number;
}

export const noneWaiting: Waiting = { offers: 0, deals: 0 };

/** Counts the open offers and deals whose next step is the user's. */
export const waitingCounts = makeSignal<Waiting>(noneWaiting);
