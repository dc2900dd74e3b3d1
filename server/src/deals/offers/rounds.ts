import { todayInIndia } from '@upaj/contract/days';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { CounterForm, Offer, Round } from '@upaj/contract/deals/offers';
import { isPayable, type Terms } from '@upaj/contract/deals/terms';
import { rupeesOf, totalInPaise } from '@upaj/contract/deals/totals';

const day = 24 * 60 * 60_000;

export function lastRound({ rounds }: Offer): Round {
  const round = rounds.at(-1);
  if (!round) throw new Error('An offer has at least one round');
  return round;
}

/** Makes a round of a form. `before` is the round that it counters. */
export function roundOf(
  form: Omit<CounterForm, 'version'>,
  before: Round | undefined,
  by: Side,
  version: number,
  at: Date,
): Round {
  const { quantity, unit, price, priceUnit, delivery, validDays, note } = form;
  const total = Number(rupeesOf(totalInPaise(form) ?? 0n));
  const validUntil = new Date(at.getTime() + validDays * day).toISOString();
  const terms = { quantity, unit, price, priceUnit, delivery, note, ...optionalTerms(form, before, at) };
  return { by, version, ...terms, total, validUntil, createdAt: at.toISOString() };
}

/**
 * Terms that the form leaves out stay as they were, but not a pickup date that has passed or an advance above the new
 * total.
 */
function optionalTerms(
  form: Omit<CounterForm, 'version'>,
  before: Round | undefined,
  at: Date,
): Pick<Terms, 'pickupDate' | 'bags' | 'advance'> {
  const { pickupDate = null, bags = null, advance = null } = before ?? {};
  const isAhead = pickupDate !== null && pickupDate >= todayInIndia(at.getTime());
  const isCovered = advance !== null && isPayable(advance, form);
  return {
    pickupDate: form.pickupDate === undefined && isAhead ? pickupDate : (form.pickupDate ?? null),
    bags: form.bags === undefined ? bags : form.bags,
    advance: form.advance === undefined && isCovered ? advance : (form.advance ?? null),
  };
}
