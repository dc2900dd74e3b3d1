import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  offerActions,
  offerStatuses,
  otherSide,
  refusalOf,
  sides,
  stateAfter,
  statusAt,
  type OfferState,
} from './offer-machine.ts';

const states: OfferState[] = offerStatuses.flatMap((status) =>
  sides.map((turn) => ({ status, turn, version: 3 })),
);
const cases = states.flatMap((state) =>
  sides.flatMap((side) => offerActions.map((action) => ({ state, side, action }))),
);
const ends = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' } as const;

describe.each(cases)(
  '$state.status, turn of the $state.turn: the $side may $action',
  ({ state, side, action }) => {
    const isOwnTurn = state.turn === side;
    const isAllowed = state.status === 'open' && (action === 'withdraw' ? !isOwnTurn : isOwnTurn);

    it('on its turn, or withdraw on the other', () => {
      expect(actionsOf(state, side).includes(action)).toBe(isAllowed);
      const refusal = state.status === 'open' ? 'NOT_YOUR_TURN' : 'OFFER_ENDED';
      expect(refusalOf(state, side, action, state.version)).toBe(isAllowed ? undefined : refusal);
    });

    it('never on another version', () => {
      const refusal = state.status === 'open' ? 'OFFER_CHANGED' : 'OFFER_ENDED';
      for (const version of [1, 2, 4]) expect(refusalOf(state, side, action, version)).toBe(refusal);
    });
  },
);

it.each(sides)('a counter gives the turn of the %s to the other side; an end ends', (turn) => {
  const open = { status: 'open', turn, version: 7 } as const;
  expect(stateAfter(open, 'counter')).toEqual({ status: 'open', turn: otherSide(turn), version: 8 });
  for (const [action, status] of Object.entries(ends))
    expect(stateAfter(open, action as keyof typeof ends)).toEqual({ status, turn, version: 8 });
});

it.each(offerStatuses)('%s by the clock', (status) => {
  const end = '2026-11-23T12:00:00.000Z';
  expect(statusAt(status, end, Date.parse(end) - 1)).toBe(status);
  expect(statusAt(status, end, Date.parse(end))).toBe(status === 'open' ? 'expired' : status);
});
