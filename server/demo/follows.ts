import type { DemoPerson } from './person.ts';

/** How many in a hundred follow whom, once that person has been here for `usualStay` days: buyers look for farmers, and farmers for buyers, more than for their own kind. */
const share = {
  merchant: { farmer: 40, merchant: 12 },
  farmer: { farmer: 14, merchant: 32 },
} as const;

const usualStay = 130;

/** Whom this person follows: neighbours always, others as it falls out, the same at every start. */
export function findFollowed(person: DemoPerson, people: readonly DemoPerson[]): DemoPerson[] {
  const place = people.indexOf(person);
  return people.filter((other, index) => {
    if (other === person) return false;
    if (other.state === person.state) return true;
    const chance = (share[person.userType][other.userType] * other.joinedDaysAgo) / usualStay;
    return (place * 37 + index * 61) % 100 < chance;
  });
}
