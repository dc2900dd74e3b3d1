import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addPerson, addPost } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, waitForToast } from './browser.ts';
import { field, room, write } from './chat-steps.ts';
import { takePhotos } from './photos.ts';
import { enter, nextStep, openSearch } from './steps.ts';

const url = inject('server');
const t = textsIn('en', 'listen');
const tMicrophone = textsIn('en', 'microphone');

/** Replaces the browser's voices and its recognition of speech: the tests' browser has neither. */
function fakeSpeech(): void {
  const said: string[] = [];
  let current: { onend?: () => void; onerror?: (event: { error: string }) => void } | undefined;
  const synthesis = {
    getVoices: () => ['en-IN', 'hi-IN'].map((lang) => ({ lang, localService: true })),
    speak: (utterance: { text: string; voice: { lang: string } }) => {
      current = utterance as typeof current;
      said.push(`${utterance.voice.lang} ${utterance.text}`);
    },
    cancel: () => current?.onerror?.({ error: 'canceled' }),
  };
  class Utterance {
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const heard: string[] = [];
  class Recognition extends EventTarget {
    start() {
      const transcript = heard.shift();
      // Without prepared words the speaker goes on.
      if (transcript === undefined) return;
      setTimeout(() => {
        this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript }]] }));
        this.dispatchEvent(new Event('end'));
      });
    }
    abort() {
      this.dispatchEvent(new Event('end'));
    }
  }
  const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value });
  define('speechSynthesis', synthesis);
  define('SpeechSynthesisUtterance', Utterance);
  define('webkitSpeechRecognition', Recognition);
  define('SpeechRecognition', Recognition);
  Object.assign(globalThis, { said, heard, finishSpeech: () => current?.onend?.() });
}

const said = (page: Page) => page.evaluate<string[]>('said');
const hear = (page: Page, words: string) => page.evaluate(`void heard.push(${JSON.stringify(words)})`);

async function listenToAll(
  page: Page,
  button = page.getByRole('button', { name: t('listen') }),
): Promise<string[]> {
  const before = (await said(page)).length;
  await button.first().click();
  const stop = page.getByRole('button', { name: t('stop') });
  await stop.waitFor();
  while ((await stop.count()) > 0) {
    await page.evaluate('finishSpeech()');
    await page.waitForTimeout(50);
  }
  return (await said(page)).slice(before);
}

test('posts, offers, deals and messages are read aloud; one at a time, and not after the screen', async () => {
  const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
  const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
  const title = 'शरबती गेहूं';
  const fields = {
    title,
    description: 'See https://example.org/x 🙂',
    price: '2625.50',
    priceUnit: 'per quintal',
    quantity: '40 quintals',
  };
  const post = await addPost(farmer, fields);
  const { page } = await enter(merchant, onPhone);
  await page.addInitScript(fakeSpeech);
  await page.goto(`/post/${post._id}`);
  const sentences = await listenToAll(page);
  expect(sentences[0]).toBe(`hi-IN ${title}`);
  expect(sentences).toContain('en-IN Price: 2625 rupees 50 paise per quintal.');
  expect(sentences.at(-1)).toBe('en-IN See');
  await expectAccessible(page);

  // The screen goes while it is read.
  await page.getByRole('button', { name: t('listen') }).click();
  const before = (await said(page)).length;
  await page.getByRole('link', { name: textsIn('en', 'post')('viewProfile') }).click();
  await page.getByRole('button', { name: t('stop') }).waitFor({ state: 'detached' });
  await page.evaluate('finishSpeech()');
  expect((await said(page)).length).toBe(before);

  const offer = await makeOffer(merchant, post._id, { quantity: 20, price: 2600 });
  const { page: seller } = await enter(farmer, onPhone);
  await seller.addInitScript(fakeSpeech);
  await seller.goto(`/chat/${merchant.account.username}`);
  const spoken = await listenToAll(seller, room(seller).getByRole('button', { name: t('listen') }));
  expect(spoken).toContain('en-IN Anita Deshmukh offered 20 quintals at 2600 rupees per quintal');
  expect(spoken).toContain('en-IN Total: 52000 rupees.');

  const { dealId } = await respond(farmer, 'accept', offer);
  await seller.goto(`/deals/${dealId}`);
  expect(await listenToAll(seller)).toContain('en-IN You sell to Anita Deshmukh');

  await page.goto(`/chat/${farmer.account.username}`);
  await write(page, 'I come on Friday, ₹1,00,000 in cash');
  await seller.goto(`/chat/${merchant.account.username}`);
  const message = room(seller).getByRole('listitem').filter({ hasText: 'I come on Friday' });
  expect(await listenToAll(seller, message.getByRole('button', { name: t('listen') }))).toEqual([
    'en-IN I come on Friday, 100000 rupees in cash',
  ]);
  await expectAccessible(seller);
});

test('a phone without a voice of the language says so', async () => {
  const farmer = await addPerson(url);
  const post = await addPost(farmer);
  const { page } = await enter(farmer, onPhone);
  await page.addInitScript(`localStorage.setItem('upaj-locale', 'ta')`);
  await page.addInitScript(fakeSpeech);
  await page.goto(`/post/${post._id}`);
  const tTamil = textsIn('ta', 'listen');
  await page.getByRole('button', { name: tTamil('listen') }).click();
  await waitForToast(page, tTamil('noVoice', { language: 'தமிழ்' }));
});

test('a search, a message and the fields of a post are spoken, after one question', async () => {
  const { page } = await enter(await addPerson(url), onPhone);
  const partner = await addPerson(url, { userType: 'merchant' });
  await page.addInitScript(fakeSpeech);
  const speak = page.getByRole('button', { name: tMicrophone('speak') });

  await page.goto(`/chat/${partner.account.username}`);
  await hear(page, 'is it still there');
  await speak.click();
  const question = page.getByRole('dialog', { name: tMicrophone('voiceTitle') });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: tMicrophone('voiceAction') }).click();
  await expect.poll(() => field(page).inputValue()).toBe('is it still there');
  await field(page).fill('');

  await speak.click();
  await page.getByText(tMicrophone('listening')).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await speak.waitFor();
  expect(await page.getByText(tMicrophone('listening')).count()).toBe(0);

  const post = await addPost(partner, { title: 'Fresh onions' });
  await page.goto('/');
  await openSearch(page);
  await hear(page, 'onions');
  await speak.click();
  await question.getByRole('button', { name: tMicrophone('voiceAction') }).click();
  await page.waitForURL((address) => address.pathname === '/search' && address.search.includes('onions'));
  await page.getByRole('article').filter({ hasText: post.title }).first().waitFor();

  await page.goto('/create-post');
  const tForm = textsIn('en', 'create-post');
  await page.locator('input[type=file][multiple]').setInputFiles((await takePhotos()).slice(0, 1));
  await nextStep(page);
  const microphoneOf = (label: string) =>
    page
      .locator('div')
      .filter({ has: page.getByLabel(label, { exact: true }) })
      .last()
      .getByRole('button', { name: tMicrophone('speak') });
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  await page.getByLabel(tForm('labels.title'), { exact: true }).fill('Fresh');
  await hear(page, 'onions');
  await microphoneOf(tForm('labels.title')).click();
  await question.getByRole('button', { name: tMicrophone('voiceAction') }).click();
  await expect.poll(() => value(tForm('labels.title'))).toBe('Fresh onions');
  await hear(page, 'ढाई हज़ार');
  await microphoneOf(tForm('labels.price')).click();
  await expect.poll(() => value(tForm('labels.price'))).toBe('2500');
  await hear(page, 'बीस क्विंटल');
  await microphoneOf(tForm('labels.quantity')).click();
  await expect.poll(() => value(tForm('labels.quantity'))).toBe('20 quintals');
  await expectAccessible(page);
});
