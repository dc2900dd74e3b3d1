import { expect, test } from 'vitest';
import type { NotificationContent, NotificationContents } from '@upaj/contract/notifications';
import { notifyContents } from '#src/app.ts';
import { notificationWording } from '#src/notify/notifications/wording.ts';
import { priceNotification } from './notifications.ts';

const price: NotificationContent = { kind: 'price-alert', data: priceNotification() };
const { writeEmail, writePush } = notificationWording(notifyContents);
const site = 'https://upaj.example';
const farmer = { email: 'farmer@upaj.example', language: null };

test('an account with a language gets that one only', () => {
  const { en, hi, url } = writePush([price], null);
  expect(writePush([price], 'hi')).toEqual({ lang: 'hi', en: hi, url });
  expect(writePush([price], 'en')).toEqual({ lang: 'en', en, url });
  const inHindi = writeEmail({ ...farmer, language: 'hi' }, site, [price]);
  expect(inHindi.subject).toBe('उपज: गेहूं: ₹2,650 प्रति क्विंटल');
  expect(inHindi.html).toMatch(/^<!doctype html><html lang="hi">/);
  for (const body of [inHindi.text, inHindi.html]) expect(body).not.toMatch(/wheat|alert/i);
  const inEnglish = writeEmail({ ...farmer, language: 'en' }, site, [price]);
  for (const body of [inEnglish.subject, inEnglish.text, inEnglish.html])
    expect(body).not.toMatch(/\p{Script=Devanagari}/u);
});

test('an account with a language that this release does not offer gets English and Hindi', () => {
  expect(writePush([price], 'xx')).toEqual(writePush([price], null));
  const mail = writeEmail({ ...farmer, language: 'xx' }, site, [price]);
  expect(mail).toEqual(writeEmail(farmer, site, [price]));
});

test('the longest push fits the limit of push services', () => {
  const long = 'x'.repeat(100);
  const contents = Array.from({ length: 50 }, () => ({
    kind: 'price-alert',
    data: priceNotification({ market: long, commodity: long, crop: null }),
  }));
  for (const language of [null, 'en', 'hi']) {
    const push = writePush(contents as unknown as NotificationContents, language);
    expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThan(3900);
  }
});
