import type { ErrorCode } from '../errors.ts';
import { sides, type Side } from './offer-machine.ts';

export const dealStatuses = ['agreed', 'delivered', 'paid', 'completed', 'cancelled'] as const;
export type DealStatus = (typeof dealStatuses)[number];

export const dealSteps = ['delivered', 'paid'] as const;
export type DealStep = (typeof dealSteps)[number];

/** When each side did something, as ISO 8601 in UTC; null when it has not. */
export type BySide = Readonly<Record<Side, string | null>>;

export interface DealState {
  status: DealStatus;
  confirmations: Readonly<Record<DealStep, BySide>>;
  /**
   * Once something is confirmed, a deal is cancelled when both sides want it. A side that confirms its next step no
   * longer wants it.
   */
  cancellations: BySide;
}

function isByBoth({ buyer, seller }: BySide): boolean {
  return buyer !== null && seller !== null;
}

function hasConfirmation({ confirmations: { delivered, paid } }: DealState): boolean {
  return [delivered.buyer, delivered.seller, paid.buyer, paid.seller].some((time) => time !== null);
}

/** A deal lapses when neither side has confirmed anything for this many days. */
export const untouchedDays = 14;

export function isUntouched(deal: DealState): boolean {
  return !hasEnded(deal) && !hasConfirmation(deal);
}

export function hasEnded({ status }: Pick<DealState, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Returns 'paid' when the goods are paid but not delivered, as after an advance payment. */
function statusOf({ delivered, paid }: DealState['confirmations']): DealStatus {
  if (isByBoth(delivered)) return isByBoth(paid) ? 'completed' : 'delivered';
  return isByBoth(paid) ? 'paid' : 'agreed';
}

/** Returns the deal after a confirmation. A repeated one changes nothing. */
export function afterConfirmation<S extends DealState>(deal: S, side: Side, step: DealStep, at: string): S {
  if (deal.confirmations[step][side] !== null) return deal;
  const confirmations = {
    ...deal.confirmations,
    [step]: { ...deal.confirmations[step], [side]: at },
  };
  const cancellations = { ...deal.cancellations, [side]: null };
  return { ...deal, confirmations, cancellations, status: statusOf(confirmations) };
}

/**
 * A side can cancel alone before anything is confirmed. The seller still can until the seller has confirmed something:
 * otherwise a buyer could hold the goods with a confirmation. After that both sides must cancel.
 */
export function canCancelAlone(deal: DealState, side: Side): boolean {
  const { delivered, paid } = deal.confirmations;
  if (side === 'seller') return delivered.seller === null && paid.seller === null;
  return !hasConfirmation(deal);
}

export function afterCancellation<S extends DealState>(deal: S, side: Side, at: string): S {
  if (deal.cancellations[side] !== null) return deal;
  const cancellations = { ...deal.cancellations, [side]: at };
  const isCancelled = canCancelAlone(deal, side) || isByBoth(cancellations);
  return { ...deal, cancellations, status: isCancelled ? 'cancelled' : deal.status };
}

/**
 * Returns the side that cancelled alone although the buyer had said "paid" or the two had agreed on an advance. That is
 * a problem of this side until both say that it is settled.
 */
export function sideInDispute(deal: DealState, hasAdvance: boolean): Side | undefined {
  const { status, cancellations, confirmations } = deal;
  if (status !== 'cancelled' || isByBoth(cancellations)) return undefined;
  if (!hasAdvance && confirmations.paid.buyer === null) return undefined;
  return sides.find((side) => cancellations[side] !== null);
}

/** Returns undefined when the action is allowed. To repeat a confirmation or cancellation is always allowed. */
export function dealRefusal(
  deal: DealState,
  side: Side,
  action: DealStep | 'cancel',
): (ErrorCode & 'DEAL_ENDED') | undefined {
  if (!hasEnded(deal)) return undefined;
  const isRepeated =
    action === 'cancel'
      ? deal.status === 'cancelled' && deal.cancellations[side] !== null
      : deal.confirmations[action][side] !== null;
  return isRepeated ? undefined : 'DEAL_ENDED';
}

interface Confirmation {
  step: DealStep;
  by: Side;
}

const inOrder: readonly Confirmation[] = [
  { step: 'delivered', by: 'seller' },
  { step: 'delivered', by: 'buyer' },
  { step: 'paid', by: 'buyer' },
  { step: 'paid', by: 'seller' },
];

function missingOf(deal: DealState): Confirmation[] {
  return hasEnded(deal) ? [] : inOrder.filter(({ step, by }) => deal.confirmations[step][by] === null);
}

/**
 * Returns both sides before the first confirmation, and then the side whose confirmation is next, unless it wants to
 * cancel.
 */
export function awaitedSides(deal: DealState): readonly Side[] {
  if (!hasConfirmation(deal)) return hasEnded(deal) ? [] : sides;
  return missingOf(deal)
    .slice(0, 1)
    .flatMap(({ by }) => (deal.cancellations[by] === null ? [by] : []));
}

/** Returns the viewer's own step before the other side's. A seller can only confirm the payment after the buyer has. */
export function nextStep(deal: DealState, viewer: Side): Confirmation | undefined {
  const missing = missingOf(deal);
  const isPaid = deal.confirmations.paid.buyer !== null;
  const own = missing.find(({ step, by }) => by === viewer && (by === 'buyer' || step !== 'paid' || isPaid));
  return own ?? missing[0];
}
