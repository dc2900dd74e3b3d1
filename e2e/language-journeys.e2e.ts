import type { Language } from '@upaj/contract/texts';
import { beforeAll, expect, inject, test } from 'vitest';
import { addPerson } from '../server/test/factories.ts';
import { placeNamesIn, textsIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, visit } from './browser.ts';
import { room, texts, write } from './chat-steps.ts';
import { takePhotos, type Photo } from './photos.ts';
import { chooseLanguage, createPost, enter, newcomer, openSearch, register, unique, wheat } from './steps.ts';

const url = inject('server');
const small = { ...onPhone, viewport: { width: 360, height: 780 } };

let photos: Photo[];
beforeAll(async () => {
  photos = (await takePhotos()).slice(3);
});

interface Story {
  language: Exclude<Language, 'en'>;
  farmer: string;
  merchant: string;
  crop: string;
  title: string;
  question: string;
}

const stories: Story[] = [
  {
    language: 'ta',
    farmer: 'முருகன் செல்வம்',
    merchant: 'மீனா ராமன்',
    crop: 'கோதுமை',
    title: 'புதிய கோதுமை, நன்றாகக் காய்ந்தது',
    question: 'ஈரம் இல்லையே?',
  },
  {
    language: 'bn',
    farmer: 'রতন মণ্ডল',
    merchant: 'শম্পা দাস',
    crop: 'গম',
    title: 'নতুন গম, ভালো করে শুকানো',
    question: 'একদম শুকনো তো?',
  },
  {
    language: 'ml',
    farmer: 'രാജൻ നായർ',
    merchant: 'ലത മേനോൻ',
    crop: 'ഗോതമ്പ്',
    title: 'പുതിയ ഗോതമ്പ്, നന്നായി ഉണക്കിയത്',
    question: 'നല്ലതുപോലെ ഉണങ്ങിയതാണോ?',
  },
];

const clockIn = (language: Language) =>
  new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { hour: 'numeric', minute: '2-digit' });

test.each(stories)(
  'in $language a guest chooses the language, registers and posts, and a merchant searches, makes an offer and writes',
  async ({ language, farmer: fullName, merchant: merchantName, crop, title: words, question }) => {
    const tChat = textsIn(language, 'chat');
    const tNames = textsIn(language, 'names');
    const tOffers = textsIn(language, 'offers');
    const tPostPage = textsIn(language, 'post-page');
    const tSearch = textsIn(language, 'search');
    const place = placeNamesIn(language);

    const farmer = await visit(url, small);
    await farmer.page.goto('/login');
    await chooseLanguage(farmer.page, language);
    await farmer.page.getByRole('link', { name: textsIn(language, 'auth')('signUp') }).click();
    await farmer.page
      .getByRole('heading', { level: 1, name: textsIn(language, 'register')('registerTitle') })
      .waitFor();
    await register(farmer.page, newcomer('farmer', fullName), language);
    const merchant = await addPerson(url, { userType: 'merchant', fullName: merchantName, language });
    const { page } = await enter(merchant, small);
    const title = `${words} ${unique()}`;
    await createPost(farmer.page, photos, { ...wheat, title, crop }, language);

    await page.goto('/');
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
    const field = await openSearch(page, language);
    await field.pressSequentially(crop);
    await page.getByRole('option', { name: `${crop} ${wheat.crop}`, exact: true }).waitFor();
    const found = `${crop} ${place[wheat.district]}`;
    await field.pressSequentially(` ${place[wheat.district]}`);
    await field.press('Enter');
    await page.getByRole('heading', { name: tSearch('results', { words: found }) }).waitFor();
    for (const name of [crop, place[wheat.district] ?? ''])
      await page.getByRole('button', { name: tSearch('remove', { name }), exact: true }).waitFor();
    await page
      .getByRole('article')
      .filter({ hasText: title })
      .getByRole('link', { name: title })
      .first()
      .click();

    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first();
    await expect.poll(() => fact(tPostPage('cropType')).textContent()).toBe(crop);
    await expect
      .poll(() => fact(tPostPage('location')).textContent())
      .toBe(`${place['Khanna']}, ${place[wheat.state]}`);
    for (const text of [
      tNames('category.Grains'),
      tNames('unit.per kg'),
      tPostPage('inStock'),
      textsIn(language, 'post')('mandi.above', { percent: 20 }),
    ])
      await page.getByText(text, { exact: true }).first().waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: tPostPage('makeOffer') }).click();
    const sheet = page.getByRole('dialog', { name: tOffers('title') });
    await sheet.getByText('₹1,26,000').waitFor();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: tOffers('send'), exact: true }).click();
    const card = (of: typeof page) =>
      room(of, language).getByRole('article', { name: tOffers('about', { title }) });
    await card(page)
      .getByRole('button', { name: tOffers('withdraw') })
      .waitFor();
    await write(page, question, language);
    await expect.poll(() => texts(page, language)).toContain(question);
    await expectAccessible(page);

    await farmer.page.goto('/Chat');
    const row = farmer.page.getByRole('link', { name: merchantName });
    await row.getByText(question).waitFor();
    await row.getByText(tChat('now'), { exact: true }).waitFor();
    await row.click();
    await room(farmer.page, language)
      .getByRole('heading', { name: tChat('today') })
      .waitFor();
    await expect.poll(() => texts(farmer.page, language)).toContain(question);
    await card(farmer.page).getByText(tOffers('turn')).waitFor();
    await card(farmer.page)
      .getByRole('button', { name: tOffers('accept', { total: '₹1,26,000' }) })
      .waitFor();
    const time = room(farmer.page, language)
      .getByRole('listitem')
      .filter({ hasText: question })
      .locator('time');
    const sentAt = new Date((await time.getAttribute('datetime')) ?? '');
    expect(await time.textContent()).toBe(clockIn(language).format(sentAt));
    await expectAccessible(farmer.page);
  },
);
