import type { Account } from '@upaj/contract/people/profiles';

/** Returns what a browser stores of the user's own account: no numbers and addresses by which people are reached. */
export function accountToStore(user: Account): Account {
  const contactInfo = { ...user.contactInfo, phone: null, whatsapp: null, email: null };
  return { ...user, contactInfo, email: '', contact: '', provedNumber: '', aadhaarNumber: '' };
}
