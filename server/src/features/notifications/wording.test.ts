import { expect, test } from 'vitest';
import type { Notice, Notices, PriceNotice } from '@upaj/contract/notifications';
import { priceNotice } from '#test/notices.ts';
import { writeNoticeLetter, writePush } from './wording.ts';

const priced = (changes: Partial<PriceNotice> = {}): Notice => ({
  kind: 'price-alert',
  data: priceNotice(changes),
});
const commented = (title = 'Sharbati wheat', isAnswer = false): Notice => ({
  kind: 'comment',
  data: { postId: 'p1', commentId: 'c1', title, isAnswer },
});

const site = 'https://upaj.example';

test('says a price in plain words, in both languages', () => {
  const { en, hi, url } = writePush([priced()]);
  expect(en).toEqual({
    title: 'Wheat: ₹2,650 per quintal',
    body: 'Wheat is at ₹2,650 per quintal in Khanna mandi (20 November 2026), above your ₹2,600.',
  });
  expect(hi).toEqual({
    title: 'गेहूं: ₹2,650 प्रति क्विंटल',
    body: 'Khanna मंडी में गेहूं का भाव ₹2,650 प्रति क्विंटल है (20 नवंबर 2026), आपके ₹2,600 से ऊपर।',
  });
  expect(url).toBe('/Market/rates/12');
});

test.each([
  [
    { type: 'below', price: 26.5, targetPrice: 30, unit: 'kg' },
    'Wheat is at ₹26.50 per kg',
    'below your ₹30.',
  ],
  [{ price: 2600 }, 'Wheat is at ₹2,600 per quintal', 'just your ₹2,600.'],
  [{ commodity: 'Firewood', crop: null }, 'Firewood is at', 'above'],
  [{ commodity: 'Paddy(Dhan)(Common)', crop: 'paddy' }, 'Paddy is at', 'above'],
  [{ market: 'Azadpur Mandi' }, 'in Azadpur Mandi (20', 'above'],
  [{ isSample: true }, 'Sample data: Wheat is at', 'above'],
] as const)('says %o', (changes, ...parts) => {
  const { body } = writePush([priced(changes)]).en;
  for (const part of parts) expect(body).toContain(part);
});

test('several prices are one mail and one push, with the first of them', () => {
  const notices = Array.from({ length: 13 }, (_, index) =>
    priced({ price: 3000 + index }),
  ) as unknown as Notices;
  const mail = writeNoticeLetter('farmer@upaj.example', site, notices);
  expect(mail).toMatchObject({ to: 'farmer@upaj.example', link: `${site}/Market` });
  expect(mail.subject).toBe('Upaj: 13 prices you wait for · उपज: 13 भाव जिनकी आपको प्रतीक्षा थी');
  expect(mail.text).toContain('₹3,009');
  expect(mail.text).not.toContain('₹3,010');
  expect(mail.text).toContain('And 3 more.');
  expect(mail.html).toContain('above your ₹2,600.<br>');
  const push = writePush(notices);
  expect(push.en).toMatchObject({
    title: '13 prices you wait for',
    body: expect.stringMatching(/And 10 more\.$/),
  });
  expect(push.url).toBe('/Market');
});

test('a mail of one price leads to it, and says how to get no more', () => {
  const mail = writeNoticeLetter('farmer@upaj.example', site, [priced({ market: '<Khanna>' })]);
  expect(mail.link).toBe(`${site}/Market/rates/12`);
  expect(mail.text).toContain(`${site}/Market/rates/12`);
  expect(mail.text).toMatch(/turn these mails off[\s\S]*बंद/);
  expect(mail.html).not.toContain('<Khanna>');
});

test('the longest push fits into what a push service takes', () => {
  const long = 'x'.repeat(100);
  const notices = Array.from({ length: 50 }, () => priced({ market: long, commodity: long, crop: null }));
  const bytes = Buffer.byteLength(JSON.stringify(writePush(notices as unknown as Notices)));
  expect(bytes).toBeLessThan(3900);
});

test('tells of a comment by the post it stands under, never by what it says', () => {
  const { en, hi, url } = writePush([commented()]);
  expect(en).toEqual({
    title: 'New comment: Sharbati wheat',
    body: 'Somebody has written under your post "Sharbati wheat".',
  });
  expect(hi).toEqual({
    title: 'नई टिप्पणी: Sharbati wheat',
    body: 'किसी ने आपकी पोस्ट "Sharbati wheat" के नीचे लिखा है।',
  });
  expect(url).toBe('/post/p1#comments');
  expect(writePush([commented('Onion', true)]).en).toEqual({
    title: 'Answer: Onion',
    body: 'The seller has written under "Onion", where you commented.',
  });
  const mail = writeNoticeLetter('farmer@upaj.example', site, [commented('<b>Wheat</b>')]);
  expect(mail.link).toBe(`${site}/post/p1#comments`);
  expect(mail.text).toContain('because of comments on posts on Upaj');
  expect(mail.html).not.toContain('<b>Wheat');
});

test('comments under several posts are told together, and with prices', () => {
  expect(writePush([commented(), commented('Onion')])).toMatchObject({
    en: { title: 'New comments under 2 posts' },
    url: '/notifications',
  });
  const mixed: Notices = [commented(), priced()];
  expect(writePush(mixed)).toMatchObject({ en: { title: '2 new notifications' }, url: '/notifications' });
  const { text } = writeNoticeLetter('farmer@upaj.example', site, mixed);
  expect(text).toContain('because of comments on posts and your price alerts on Upaj');
});
