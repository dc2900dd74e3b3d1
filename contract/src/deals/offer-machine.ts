import type { ErrorCode } from '../errors.ts';

export const sides = ['buyer', 'seller'] as const;
export type Side = (typeof sides)[number];

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'seller' : 'buyer';
}

export function sideOf({ buyer }: { buyer: { _id: string } }, userId: string): Side {
  return buyer._id === userId ? 'buyer' : 'seller';
}

export const offerStatuses = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export const offerActions = ['counter', 'accept', 'decline', 'withdraw'] as const;
export type OfferAction = (typeof offerActions)[number];

/** `turn` is the side that responds to the last round. Each change adds 1 to `version`, which starts at 1. */
export interface OfferState {
  status: OfferStatus;
  turn: Side;
  version: number;
}

const statusAfter: Readonly<Record<OfferAction | 'expire', OfferStatus>> = {
  counter: 'open',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
};

export function actionsOf({ status, turn }: OfferState, side: Side): readonly OfferAction[] {
  if (status !== 'open') return [];
  return turn === side ? ['accept', 'counter', 'decline'] : ['withdraw'];
}

/** Returns undefined when the action is allowed. `version` is the one that the user saw. */
export function refusalOf(
  offer: OfferState,
  side: Side,
  action: OfferAction,
  version: number,
): (ErrorCode & ('OFFER_ENDED' | 'OFFER_CHANGED' | 'NOT_YOUR_TURN')) | undefined {
  if (offer.status !== 'open') return 'OFFER_ENDED';
  if (offer.version !== version) return 'OFFER_CHANGED';
  return actionsOf(offer, side).includes(action) ? undefined : 'NOT_YOUR_TURN';
}

export function stateAfter({ turn, version }: OfferState, action: OfferAction | 'expire'): OfferState {
  return {
    status: statusAfter[action],
    turn: action === 'counter' ? otherSide(turn) : turn,
    version: version + 1,
  };
}

/**
 * Computes the status by the clock, because a job stores the end of an offer up to a minute late. Times are ISO 8601 or
 * milliseconds.
 */
export function statusAt(status: OfferStatus, validUntil: string | number, now: number): OfferStatus {
  return status === 'open' && new Date(validUntil).getTime() <= now ? 'expired' : status;
}
