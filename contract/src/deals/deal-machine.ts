import type { ErrorCode } from '../errors.ts';
import { otherSide, type Side } from './offer-machine.ts';

export const dealStatuses = ['agreed', 'delivered', 'paid', 'completed', 'cancelled'] as const;
export type DealStatus = (typeof dealStatuses)[number];

export const dealSteps = ['delivered', 'paid'] as const;
export type DealStep = (typeof dealSteps)[number];

/** Times, or null. */
export type BySide = Readonly<Record<Side, string | null>>;

export interface DealState {
  status: DealStatus;
  confirmations: Readonly<Record<DealStep, BySide>>;
  /** After a confirmation, a deal is cancelled when both want it. */
  cancellations: BySide;
}

function isByBoth({ buyer, seller }: BySide): boolean {
  return buyer !== null && seller !== null;
}

function hasConfirmation({ confirmations: { delivered, paid } }: DealState): boolean {
  return [delivered.buyer, delivered.seller, paid.buyer, paid.seller].some((time) => time !== null);
}

export function hasEnded({ status }: Pick<DealState, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** 'paid' before 'delivered' is an advance payment. */
function statusOf({ delivered, paid }: DealState['confirmations']): DealStatus {
  if (isByBoth(delivered)) return isByBoth(paid) ? 'completed' : 'delivered';
  return isByBoth(paid) ? 'paid' : 'agreed';
}

/** The same state when it was confirmed before. */
export function afterConfirmation<S extends DealState>(deal: S, side: Side, step: DealStep, at: string): S {
  if (deal.confirmations[step][side] !== null) return deal;
  const confirmations = {
    ...deal.confirmations,
    [step]: { ...deal.confirmations[step], [side]: at },
  };
  return { ...deal, confirmations, status: statusOf(confirmations) };
}

/** One side cancels alone before any confirmation. */
export function afterCancellation<S extends DealState>(deal: S, side: Side, at: string): S {
  if (deal.cancellations[side] !== null) return deal;
  const cancellations = { ...deal.cancellations, [side]: at };
  const isCancelled = !hasConfirmation(deal) || isByBoth(cancellations);
  return { ...deal, cancellations, status: isCancelled ? 'cancelled' : deal.status };
}

/** A repeated confirmation or cancellation is no error. */
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

/** `by` is the side that it waits for; the viewer first when both are missing. */
export function nextStep(deal: DealState, viewer: Side): { step: DealStep; by: Side } | undefined {
  if (hasEnded(deal)) return undefined;
  const missing = dealSteps.flatMap((step) =>
    [viewer, otherSide(viewer)]
      .filter((by) => deal.confirmations[step][by] === null)
      .map((by) => ({ step, by })),
  );
  return missing.find(({ by }) => by === viewer) ?? missing[0];
}
