import { expect, test } from 'vitest';
import type { DealData, OfferData } from '@upaj/contract/deals/notifications';
import type { PriceAlertData } from '@upaj/contract/mandi/notifications';
import type { NotificationContent, NotificationContents } from '@upaj/contract/notifications';
import type { TradeNotifications } from '@upaj/contract/trade/notifications';
import { notifyContents } from '#src/app.ts';
import { notificationWording } from '#src/notify/notifications/wording.ts';
import { priceNotification } from './notifications.ts';

const priced = (changes: Partial<PriceAlertData> = {}): NotificationContent => ({
  kind: 'price-alert',
  data: priceNotification(changes),
});
const commented = (
  title = 'Sharbati wheat',
  isAnswer = false,
  by: Partial<TradeNotifications['comment']> = {},
): NotificationContent => ({
  kind: 'comment',
  data: { postId: 'p1', commentId: 'c1', title, isAnswer, name: null, text: null, ...by },
});
const offer = (changes: Partial<OfferData>): OfferData => ({
  offerId: 'o1',
  event: 'made',
  userId: 'u1',
  name: 'Asha',
  title: 'Onion',
  dealId: null,
  quantity: 2.5,
  unit: 'tonne',
  price: 22.5,
  priceUnit: 'per kg',
  ...changes,
});
const deal = (changes: Partial<DealData>): DealData => ({
  dealId: 'd1',
  number: '4821 3097',
  event: 'due',
  by: 'buyer',
  name: 'Asha',
  title: 'Onion',
  ...changes,
});
const group = (count: number, name: string | null = 'Asha') => ({ count, name, username: 'asha' });

const { writeEmail, writePush } = notificationWording(notifyContents);
const site = 'https://upaj.example';
const farmer = { email: 'farmer@upaj.example', language: null };
const pushOf = (contents: NotificationContents) => writePush(contents, null);

test('words a price in both languages', () => {
  const { en, hi, url } = pushOf([priced()]);
  expect(en).toEqual({
    title: 'Wheat: ₹2,650 per quintal',
    body: 'Wheat is at ₹2,650 per quintal in Khanna mandi (20 November 2026), above your target of ₹2,600.',
  });
  expect(hi).toEqual({
    title: 'गेहूं: ₹2,650 प्रति क्विंटल',
    body: 'खन्ना मंडी में गेहूं का भाव ₹2,650 प्रति क्विंटल है (20 नवंबर 2026), आपके तय भाव ₹2,600 से ऊपर।',
  });
  expect(url).toBe('/Market/rates/12');
});

test.each([
  [
    { type: 'below', price: 26.5, targetPrice: 30, unit: 'kg' },
    'Wheat is at ₹26.50 per kg',
    'below your target of ₹30.',
  ],
  [{ price: 2600 }, 'Wheat is at ₹2,600 per quintal', 'exactly your target of ₹2,600.'],
  [{ commodity: 'Firewood', crop: null }, 'Firewood is at', 'above'],
  [{ commodity: 'Paddy(Dhan)(Common)', crop: 'paddy' }, 'Paddy is at', 'above'],
  [{ market: 'Azadpur Mandi' }, 'in Azadpur Mandi (20', 'above'],
  [{ isSample: true }, 'Sample data: Wheat is at', 'above'],
] as const)('words %o', (changes, ...parts) => {
  const { body } = pushOf([priced(changes)]).en;
  for (const part of parts) expect(body).toContain(part);
});

test('several prices are one email and one push, with the first of them', () => {
  const contents = Array.from({ length: 13 }, (_, index) =>
    priced({ price: 3000 + index }),
  ) as unknown as NotificationContents;
  const mail = writeEmail(farmer, site, contents);
  expect(mail).toMatchObject({ to: 'farmer@upaj.example', link: `${site}/Market` });
  expect(mail.subject).toBe('Upaj: 13 of your price alerts were reached · उपज: 13 भाव आपके तय भाव तक पहुंचे');
  expect(mail.text).toContain('₹3,009');
  expect(mail.text).not.toContain('₹3,010');
  expect(mail.text).toContain('And 3 more.');
  expect(mail.html).toContain('above your target of ₹2,600.<br>');
  const push = pushOf(contents);
  expect(push.en).toMatchObject({
    title: '13 of your price alerts were reached',
    body: expect.stringMatching(/And 10 more\.$/),
  });
  expect(push.url).toBe('/Market');
});

test('counts the rest, in the singular too', () => {
  const push = (count: number) =>
    pushOf(Array.from({ length: count }, () => priced()) as unknown as NotificationContents).hi?.body;
  expect(push(4)).toMatch(/और 1 सूचना।$/);
  expect(push(5)).toMatch(/और 2 सूचनाएं।$/);
});

test('an email about one price links to it, and says how to stop emails', () => {
  const mail = writeEmail(farmer, site, [priced({ market: '<Khanna>' })]);
  expect(mail.link).toBe(`${site}/Market/rates/12`);
  expect(mail.text).toContain(`${site}/Market/rates/12`);
  expect(mail.text).toMatch(/turn off these emails[\s\S]*बंद/);
  expect(mail.html).not.toContain('<Khanna>');
});

test('names the post of a comment, the commenter and the start, if known', () => {
  const { en, hi, url } = pushOf([commented()]);
  expect(en).toEqual({
    title: 'New comment: Sharbati wheat',
    body: 'New comment on your post “Sharbati wheat”.',
  });
  expect(hi).toEqual({
    title: 'नया कमेंट: Sharbati wheat',
    body: 'आपकी पोस्ट “Sharbati wheat” पर नया कमेंट आया है।',
  });
  expect(url).toBe('/post/p1#comments');
  expect(pushOf([commented('Onion', true)]).en).toEqual({
    title: 'Seller replied: Onion',
    body: 'The seller replied on “Onion”, where you commented.',
  });
  const known = commented('Onion', false, { name: 'Asha', text: 'Is it still available?' });
  expect(pushOf([known])).toMatchObject({
    en: { title: 'New comment: Onion', body: 'Asha: Is it still available?' },
    hi: { title: 'नया कमेंट: Onion', body: 'Asha: Is it still available?' },
  });
  const mail = writeEmail(farmer, site, [commented('<b>Wheat</b>')]);
  expect(mail.link).toBe(`${site}/post/p1#comments`);
  expect(mail.text).toContain('because of comments on posts on Upaj');
  expect(mail.html).not.toContain('<b>Wheat');
});

test('comments under several posts are combined, also with prices', () => {
  expect(pushOf([commented(), commented('Onion')])).toMatchObject({
    en: { title: 'New comments on 2 posts' },
    url: '/notifications',
  });
  const mixed: NotificationContents = [commented(), priced()];
  expect(pushOf(mixed)).toMatchObject({ en: { title: '2 new notifications' }, url: '/notifications' });
  const { text } = writeEmail(farmer, site, mixed);
  expect(text).toContain('because of comments on posts and your price alerts on Upaj');
});

test.each<[NotificationContent, string, string, string]>([
  [
    { kind: 'like', data: { postId: 'p1', title: 'Onion', ...group(1) } },
    'Asha liked your post “Onion”.',
    'Asha ने आपकी पोस्ट “Onion” लाइक की है।',
    '/post/p1',
  ],
  [
    { kind: 'like', data: { postId: 'p1', title: 'Onion', ...group(5) } },
    'Asha and 4 others liked your post “Onion”.',
    'Asha और 4 अन्य लोगों ने आपकी पोस्ट “Onion” लाइक की है।',
    '/post/p1',
  ],
  [
    { kind: 'follow', data: { owner: 'me', ...group(2) } },
    'Asha and 1 other followed you.',
    'Asha और 1 अन्य व्यक्ति ने आपको फॉलो किया है।',
    '/user/me/followers',
  ],
  [
    { kind: 'follow', data: { owner: 'me', ...group(100, null) } },
    'Someone and 99+ others followed you.',
    '99+ लोगों ने आपको फॉलो किया है।',
    '/user/me/followers',
  ],
  [
    { kind: 'follow', data: { owner: 'me', ...group(1) } },
    'Asha followed you.',
    'Asha ने आपको फॉलो किया है।',
    '/user/asha',
  ],
  [
    { kind: 'review', data: { reviewId: 'r1', name: 'Asha', rating: 4 } },
    'Asha reviewed you: 4 out of 5 stars.',
    'Asha ने आपको रिव्यू दिया: 5 सितारों में से 4।',
    '/Profile?tab=reviews',
  ],
  [
    {
      kind: 'saved-search',
      data: {
        searchId: 's1',
        query: { cropType: 'Onion', district: 'Nashik', priceRange: '0-50' },
        count: 5,
      },
    },
    '5 new posts match your saved search: Onion · Nashik · up to ₹50.',
    'आपकी सेव की गई खोज में 5 नई पोस्ट आई हैं: प्याज · नासिक · ₹50 तक।',
    '/Crops?cropType=Onion&district=Nashik&priceRange=0-50',
  ],
  [
    { kind: 'saved-search', data: { searchId: 's1', query: { q: 'red', organic: 'true' }, count: 1 } },
    '1 new post matches your saved search: “red” · organic.',
    'आपकी सेव की गई खोज में 1 नई पोस्ट आई है: “red” · जैविक।',
    '/Crops?q=red&organic=true',
  ],
  [
    { kind: 'offer', data: offer({ event: 'made' }) },
    'Asha made an offer for “Onion”: 2.5 tonnes at ₹22.50 per kg.',
    'Asha ने “Onion” के लिए ऑफर दिया है: 2.5 टन, भाव ₹22.50 प्रति किलो।',
    '/chat/u1',
  ],
  [
    { kind: 'offer', data: offer({ event: 'accepted', name: null, dealId: 'd1' }) },
    'Someone accepted your offer for “Onion”: 2.5 tonnes at ₹22.50 per kg.',
    'किसी ने “Onion” के लिए आपका ऑफर मान लिया है: 2.5 टन, भाव ₹22.50 प्रति किलो।',
    '/deals/d1',
  ],
  [
    { kind: 'offer', data: offer({ event: 'expiring' }) },
    'The offer for “Onion” expires in less than 6 hours: 2.5 tonnes at ₹22.50 per kg.',
    '“Onion” का ऑफर 6 घंटे से कम में खत्म हो जाएगा: 2.5 टन, भाव ₹22.50 प्रति किलो।',
    '/chat/u1',
  ],
  [
    { kind: 'offer', data: offer({ event: 'soldOut' }) },
    '“Onion” is sold out. Your offer can no longer be accepted: 2.5 tonnes at ₹22.50 per kg.',
    '“Onion” बिक गया है। आपका ऑफर अब नहीं माना जा सकता: 2.5 टन, भाव ₹22.50 प्रति किलो।',
    '/chat/u1',
  ],
  [
    { kind: 'deal', data: deal({ event: 'due' }) },
    'Deal 4821 3097 waits for your confirmation: “Onion”.',
    'सौदा 4821 3097 में आपकी पुष्टि बाकी है: “Onion”।',
    '/deals/d1',
  ],
  [
    { kind: 'upi', data: { change: 'removed' } },
    'If it was not you, log out everywhere else in your settings and change your password. Deals that you have already agreed on keep their UPI ID until you confirm the new one there.',
    'अगर यह आपने नहीं किया, तो सेटिंग में जाकर बाकी सब जगह से लॉग आउट करें और अपना पासवर्ड बदलें। जो सौदे पहले से पक्के हैं, उनमें पुरानी UPI आईडी ही रहती है, जब तक आप वहां नई की पुष्टि न करें।',
    '/settings#upi',
  ],
  [
    { kind: 'second-factor', data: { change: 'off' } },
    'If it was not you, log out everywhere else in your settings and change your password.',
    'अगर यह आपने नहीं किया, तो सेटिंग में जाकर बाकी सब जगह से लॉग आउट करें और अपना पासवर्ड बदलें।',
    '/settings#second-factor',
  ],
  [
    { kind: 'phone', data: {} },
    'If it was not you, log out everywhere else in your settings and change your password.',
    'अगर यह आपने नहीं किया, तो सेटिंग में जाकर बाकी सब जगह से लॉग आउट करें और अपना पासवर्ड बदलें।',
    '/Profile',
  ],
])('words %j in both languages, with a link', (content, english, hindi, path) => {
  const { en, hi, url } = pushOf([content]);
  expect([en.body, hi?.body, url]).toEqual([english, hindi, path]);
});

test.each([
  ['paid', 'buyer', 'Asha says they paid: Onion', 'Asha says they paid for “Onion”. Check your bank.'],
  [
    'paid',
    'seller',
    'Asha says they received the money: Onion',
    'Asha says they received the money for “Onion”.',
  ],
  [
    'delivered',
    'seller',
    'Asha says they handed over the goods: Onion',
    'Asha says they handed over the goods: “Onion”.',
  ],
  [
    'delivered',
    'buyer',
    'Asha says they received the goods: Onion',
    'Asha says they received the goods: “Onion”.',
  ],
  ['cancelled', 'buyer', 'Deal cancelled: Onion', 'The deal is cancelled: “Onion”.'],
] as const)('words %s by the %s as what they say', (event, by, title, body) => {
  expect(pushOf([{ kind: 'deal', data: deal({ event, by }) }]).en).toEqual({ title, body });
});

test('says on which day the goods change hands', () => {
  const { en, hi } = pushOf([{ kind: 'deal', data: deal({ event: 'pickup', pickupDate: '2026-11-28' }) }]);
  expect(en).toEqual({
    title: 'Goods change hands tomorrow: Onion',
    body: 'Deal 4821 3097: the goods change hands on 28 November 2026: “Onion”.',
  });
  expect(hi?.body).toContain('28 नवंबर 2026');
});

test('says in Hindi that the seller should check the bank', () => {
  expect(pushOf([{ kind: 'deal', data: deal({ event: 'paid' }) }]).hi).toEqual({
    title: 'Asha ने बताया कि पैसे दे दिए: Onion',
    body: 'Asha ने बताया कि “Onion” के पैसे दे दिए। अपना बैंक खाता देखें।',
  });
});
