import { expect, test } from 'vitest';
import type { NotificationContent, NotificationKind } from '@upaj/contract/notifications';
import { notifyContents } from '#src/app.ts';
import { notificationWording } from '#src/notify/notifications/wording.ts';

const { writePush } = notificationWording(notifyContents);
const people = (count: number) => ({ count, name: 'Asha', username: 'asha' });
const wanted = { wantedId: 'w1', cropType: 'Onion', crops: 1 };
const match = { wantedId: 'w1', cropType: 'Onion', postId: 'p1', title: 'Red', count: 1 };
const offer = {
  offerId: 'o1',
  event: 'soldOut',
  userId: 'u1',
  name: 'Asha',
  title: 'Onion',
  dealId: null,
  quantity: 1,
  unit: 'tonne',
  price: 22.5,
  priceUnit: 'per kg',
} as const;
const decision = {
  decisionId: 'x1',
  event: 'made',
  action: 'ask-change',
  reason: 'copy',
  text: 'Use your own words.',
  until: null,
  kind: 'post',
  title: 'Onion',
} as const;

const titled: [NotificationContent, string, string][] = [
  [
    { kind: 'like', data: { postId: 'p1', title: 'Onion', ...people(1) } },
    'New likes: Onion',
    'नए लाइक: Onion',
  ],
  [{ kind: 'follow', data: { owner: 'me', ...people(1) } }, 'New follower', 'नया फॉलोअर'],
  [{ kind: 'follow', data: { owner: 'me', ...people(2) } }, 'New followers', 'नए फॉलोअर'],
  [{ kind: 'review', data: { reviewId: 'r1', name: null, rating: null } }, 'New review', 'नया रिव्यू'],
  [
    { kind: 'saved-search', data: { searchId: 's1', query: { cropType: 'Onion' }, count: 5 } },
    '5 new posts: Onion',
    '5 नई पोस्ट: प्याज',
  ],
  [{ kind: 'offer', data: offer }, 'Sold out: Onion', 'माल बिक गया: Onion'],
  [{ kind: 'upi', data: { change: 'changed' } }, 'Your UPI ID was changed', 'आपकी UPI आईडी बदल दी गई'],
  [
    { kind: 'second-factor', data: { change: 'recovery' } },
    'You logged in with a recovery code',
    'आपके खाते में रिकवरी कोड से लॉग इन हुआ',
  ],
  [{ kind: 'phone', data: {} }, 'Your phone number was changed', 'आपका फोन नंबर बदला गया'],
];
test.each(titled)('titles %j in both languages', (content, english, hindi) => {
  const { en, hi } = writePush([content], null);
  expect([en.title, hi?.title]).toEqual([english, hindi]);
});

const comment = { postId: 'p1', commentId: 'm1', title: 'Onion', isAnswer: false };
const alert = {
  alertId: 'a1',
  rateId: '7',
  commodity: 'Onion',
  crop: 'onion',
  market: 'Lasalgaon',
  district: 'Nashik',
  state: 'Maharashtra',
  type: 'above',
  targetPrice: 2000,
  price: 2150,
  unit: 'quintal',
  arrivalDate: '2026-11-27',
  isSample: false,
} as const;
const deal = {
  dealId: 'd1',
  number: 'UP-1',
  event: 'paid',
  by: 'buyer',
  name: 'Ravi',
  title: 'Onion',
} as const;
const worded: [NotificationContent, string, string, string][] = [
  [
    { kind: 'comment', data: { ...comment, name: 'Ravi', text: 'Is it dry?' } },
    'New comment: Onion',
    'Ravi: Is it dry?',
    '/post/p1#comments',
  ],
  [
    { kind: 'comment', data: { ...comment, isAnswer: true, name: null, text: null } },
    'Seller replied: Onion',
    'The seller replied on “Onion”, where you commented.',
    '/post/p1#comments',
  ],
  [
    { kind: 'price-alert', data: alert },
    'Onion: ₹2,150 per quintal',
    'Onion is at ₹2,150 per quintal in Lasalgaon mandi (27 November 2026), above your target of ₹2,000.',
    '/Market/rates/7',
  ],
  [
    { kind: 'deal', data: deal },
    'Ravi says they paid: Onion',
    'Ravi says they paid for “Onion”. Check your bank.',
    '/deals/d1',
  ],
  [
    { kind: 'wanted', data: { ...wanted, ...people(1) } },
    'Wanted: Onion',
    'Asha wants to buy Onion.',
    '/wanted/w1',
  ],
  [
    { kind: 'wanted', data: { ...wanted, ...people(3) } },
    'Wanted: Onion',
    '3 merchants want to buy Onion.',
    '/wanted?cropType=Onion',
  ],
  [
    { kind: 'wanted', data: { ...wanted, ...people(3), crops: 2 } },
    'Wanted: Onion',
    '3 merchants want to buy Onion and more.',
    '/wanted',
  ],
  [
    { kind: 'wanted-match', data: match },
    'New post: Onion',
    'New post for what you want to buy: “Red”.',
    '/post/p1',
  ],
  [
    { kind: 'wanted-match', data: { ...match, count: 4 } },
    '4 new posts: Onion',
    '4 new posts for what you want to buy: Onion.',
    '/Crops?cropType=Onion',
  ],
  [
    { kind: 'moderation-decision', data: decision },
    'A decision of a moderator',
    'A moderator asks you to change “Onion”. It is a copy of a removed post. Use your own words.',
    '/decisions/x1',
  ],
  [
    { kind: 'moderation-decision', data: { ...decision, kind: 'user', title: '', text: '' } },
    'A decision of a moderator',
    'A moderator asks you to change your profile. It is a copy of a removed post.',
    '/decisions/x1',
  ],
  [
    { kind: 'moderation-decision', data: { ...decision, event: 'undone', reason: 'mistake' } },
    'A decision was taken back',
    'A moderator took back the decision about “Onion”. The decision was a mistake. Use your own words.',
    '/decisions/x1',
  ],
  [
    { kind: 'moderation-decision', data: { ...decision, event: 'upheld', reason: 'fraud' } },
    'Your appeal was decided',
    'Another moderator read your appeal. The decision about “Onion” stays. Fraud. Use your own words.',
    '/decisions/x1',
  ],
];
test.each(worded)('words %j, with a link', (content, title, body, path) => {
  const { en, url } = writePush([content], 'en');
  expect([en.title, en.body, url]).toEqual([title, body, path]);
});

test('every kind is tested here', () => {
  const tested = new Set([...titled, ...worded].map(([{ kind }]) => kind));
  expect(Object.keys(notifyContents.kinds).filter((kind) => !tested.has(kind as NotificationKind))).toEqual(
    [],
  );
});
