import { afterCancellation, afterConfirmation, type DealStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import type { Side } from '@upaj/contract/deals/offer-machine';

export const buyer: Deal['buyer'] = {
  _id: 'b1',
  username: 'anita',
  fullName: 'Anita Deshmukh',
  avatar: null,
  userType: 'merchant',
  isVerified: false,
};
export const seller: Deal['seller'] = {
  _id: 's1',
  username: 'gurpreet',
  fullName: 'Gurpreet Singh',
  avatar: null,
  userType: 'farmer',
  isVerified: true,
};
const at = '2026-11-22T05:10:00Z';

export function exampleDeal(changes: Partial<Deal> = {}): Deal {
  return {
    _id: 'd1',
    number: '4821 3097',
    offerId: 'o1',
    postId: 'p1',
    goods: { title: 'Sharbati wheat, this harvest', cropType: 'Wheat', image: null },
    place: {
      village: 'Bahomajra',
      city: 'Khanna',
      district: 'Ludhiana',
      state: 'Punjab',
      pincode: '141401',
    },
    buyer,
    seller,
    terms: {
      quantity: 20.5,
      unit: 'quintal',
      price: 2625.5,
      priceUnit: 'per quintal',
      delivery: 'pickup',
      note: 'In jute bags.',
      pickupDate: null,
      bags: null,
      advance: null,
    },
    total: 53_822.75,
    status: 'agreed',
    isCounted: false,
    confirmations: { delivered: { buyer: null, seller: null }, paid: { buyer: null, seller: null } },
    cancellations: { buyer: null, seller: null },
    dispute: null,
    events: [{ number: 1, kind: 'agreed', by: 'seller', text: '', createdAt: '2026-11-21T05:10:00Z' }],
    hasUpi: true,
    upiChangedAt: null,
    hasOldUpi: false,
    canSellOut: false,
    createdAt: '2026-11-21T05:10:00Z',
    ...changes,
  };
}

/** Takes these steps with the contract's state machine. */
export function confirmedDeal(steps: readonly [DealStep, Side][], changes: Partial<Deal> = {}): Deal {
  return steps.reduce<Deal>((deal, [step, side]) => {
    const confirmed = afterConfirmation(deal, side, step, at);
    const number = deal.events.length + 1;
    return {
      ...confirmed,
      events: [...deal.events, { number, kind: step, by: side, text: '', createdAt: at }],
    };
  }, exampleDeal(changes));
}

export function cancelledDeal(deal: Deal, side: Side, text: string): Deal {
  const cancelled = afterCancellation(deal, side, at);
  const kind = cancelled.status === 'cancelled' ? 'cancelled' : 'cancel';
  const event = { number: deal.events.length + 1, kind, by: side, text, createdAt: at } as const;
  return { ...cancelled, events: [...deal.events, event] };
}
