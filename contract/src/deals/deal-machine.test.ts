import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterCancellation,
  afterConfirmation,
  awaitedSides,
  dealRefusal,
  dealSteps,
  hasEnded,
  nextStep,
  type DealState,
  type DealStep,
} from './deal-machine.ts';
import { otherSide, sides, type Side } from './offer-machine.ts';

const neither = { buyer: null, seller: null };
const agreed: DealState = {
  status: 'agreed',
  confirmations: { delivered: neither, paid: neither },
  cancellations: neither,
};
const at = '2026-11-23T12:00:00.000Z';
const later = '2026-11-24T12:00:00.000Z';

function after(...steps: readonly (readonly [Side, DealStep | 'cancel'])[]): DealState {
  return steps.reduce<DealState>(
    (deal, [side, step]) =>
      step === 'cancel' ? afterCancellation(deal, side, at) : afterConfirmation(deal, side, step, at),
    agreed,
  );
}

it('delivered and paid by both completes it, in any order', () => {
  const all = sides.flatMap((side) => dealSteps.map((step) => [side, step] as const));
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (order) => {
      expect(after(...order).status).toBe('completed');
      for (let count = 0; count < order.length; count += 1)
        expect(hasEnded(after(...order.slice(0, count)))).toBe(false);
    }),
  );
});

it.each([
  ['agreed', []],
  ['agreed', [['buyer', 'delivered']]],
  [
    'agreed',
    [
      ['buyer', 'delivered'],
      ['buyer', 'paid'],
    ],
  ],
  [
    'agreed',
    [
      ['buyer', 'delivered'],
      ['seller', 'paid'],
    ],
  ],
  [
    'delivered',
    [
      ['buyer', 'delivered'],
      ['seller', 'delivered'],
    ],
  ],
  [
    'delivered',
    [
      ['buyer', 'delivered'],
      ['seller', 'delivered'],
      ['buyer', 'paid'],
    ],
  ],
  [
    'paid',
    [
      ['buyer', 'paid'],
      ['seller', 'paid'],
    ],
  ],
  ['cancelled', [['buyer', 'cancel']]],
  ['cancelled', [['seller', 'cancel']]],
  [
    'cancelled',
    [
      ['buyer', 'delivered'],
      ['seller', 'cancel'],
    ],
  ],
  [
    'agreed',
    [
      ['buyer', 'paid'],
      ['seller', 'delivered'],
      ['seller', 'cancel'],
    ],
  ],
  [
    'agreed',
    [
      ['buyer', 'delivered'],
      ['buyer', 'cancel'],
    ],
  ],
  [
    'cancelled',
    [
      ['buyer', 'delivered'],
      ['buyer', 'cancel'],
      ['seller', 'cancel'],
    ],
  ],
  [
    'paid',
    [
      ['buyer', 'paid'],
      ['seller', 'cancel'],
      ['seller', 'paid'],
      ['buyer', 'cancel'],
    ],
  ],
  [
    'cancelled',
    [
      ['seller', 'delivered'],
      ['buyer', 'cancel'],
      ['seller', 'paid'],
      ['seller', 'cancel'],
    ],
  ],
] as const)('is %s after %j', (status, steps) => {
  expect(after(...steps).status).toBe(status);
});

describe.each(sides)('the %s', (side) => {
  it.each(dealSteps)('confirms %s once', (step) => {
    const once = after([side, step]);
    expect(once.confirmations[step]).toEqual({ ...neither, [side]: at });
    expect(afterConfirmation(once, side, step, later)).toBe(once);
  });

  it('cancels once', () => {
    const once = after([otherSide(side), 'paid'], [side, 'cancel']);
    expect(once.cancellations).toEqual({ ...neither, [side]: at });
    expect(afterCancellation(once, side, later)).toBe(once);
  });

  it('does nothing after the end, except what was done before', () => {
    const completed = after(...sides.flatMap((each) => dealSteps.map((step) => [each, step] as const)));
    const cancelled = after([side, 'cancel']);
    for (const step of dealSteps) {
      expect(dealRefusal(agreed, side, step)).toBeUndefined();
      expect(dealRefusal(completed, side, step)).toBeUndefined();
      expect(dealRefusal(cancelled, side, step)).toBe('DEAL_ENDED');
    }
    expect(dealRefusal(agreed, side, 'cancel')).toBeUndefined();
    expect(dealRefusal(completed, side, 'cancel')).toBe('DEAL_ENDED');
    expect(dealRefusal(cancelled, side, 'cancel')).toBeUndefined();
    expect(dealRefusal(cancelled, otherSide(side), 'cancel')).toBe('DEAL_ENDED');
  });

  it('is shown the own next step first', () => {
    const other = otherSide(side);
    expect(nextStep(agreed, side)).toEqual({ step: 'delivered', by: side });
    const waiting = after([side, 'delivered'], [side, 'paid']);
    expect(nextStep(waiting, side)).toEqual({ step: 'delivered', by: other });
    expect(nextStep(after([side, 'cancel']), side)).toBeUndefined();
  });

  it('takes the wish to cancel back with the next confirmation, not with a repeated one', () => {
    const requested = after([side, 'delivered'], [side, 'cancel']);
    expect(afterConfirmation(requested, side, 'delivered', later)).toBe(requested);
    expect(afterConfirmation(requested, side, 'paid', later).cancellations).toEqual(neither);
    expect(afterConfirmation(requested, otherSide(side), 'paid', later).cancellations[side]).toBe(at);
  });

  it('is not awaited after it wanted to cancel', () => {
    for (const deal of [after(['seller', 'delivered']), after(['buyer', 'paid'])]) {
      const isAwaited = awaitedSides(deal).includes(side);
      expect(awaitedSides(afterCancellation(deal, side, at))).toEqual(isAwaited ? [] : awaitedSides(deal));
    }
  });
});

it('the seller is not shown to confirm money that the buyer has not paid', () => {
  const delivered = after(['seller', 'delivered']);
  expect(nextStep(delivered, 'seller')).toEqual({ step: 'delivered', by: 'buyer' });
  const received = afterConfirmation(delivered, 'buyer', 'delivered', at);
  expect(nextStep(received, 'seller')).toEqual({ step: 'paid', by: 'buyer' });
  expect(nextStep(received, 'buyer')).toEqual({ step: 'paid', by: 'buyer' });
  const paid = afterConfirmation(received, 'buyer', 'paid', at);
  expect(nextStep(paid, 'seller')).toEqual({ step: 'paid', by: 'seller' });
});

it.each([
  [[], ['buyer', 'seller']],
  [[['buyer', 'delivered']], ['seller']],
  [[['buyer', 'paid']], ['seller']],
  [[['seller', 'paid']], ['seller']],
  [[['seller', 'delivered']], ['buyer']],
  [
    [
      ['seller', 'delivered'],
      ['seller', 'paid'],
    ],
    ['buyer'],
  ],
  [
    [
      ['seller', 'delivered'],
      ['buyer', 'delivered'],
    ],
    ['buyer'],
  ],
  [
    [
      ['seller', 'delivered'],
      ['buyer', 'delivered'],
      ['buyer', 'paid'],
    ],
    ['seller'],
  ],
  [
    [
      ['seller', 'delivered'],
      ['buyer', 'delivered'],
      ['buyer', 'paid'],
      ['seller', 'paid'],
    ],
    [],
  ],
  [[['seller', 'cancel']], []],
] as const)('after %j it waits for %j', (steps, awaited) => {
  expect(awaitedSides(after(...steps))).toEqual(awaited);
});
