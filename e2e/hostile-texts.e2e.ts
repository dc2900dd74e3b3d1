import { beforeAll, expect, inject, test } from 'vitest';
import { operate } from '../server/test/cases.ts';
import { giveUpi } from '../server/test/deal-calls.ts';
import { addComment, addPerson, addPost, type Person } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { desktop, phone } from './browser.ts';
import { secretKey } from './market-data.ts';
import { enter } from './steps.ts';

const url = inject('server');
const wide = 'W'.repeat(60);
const link = `https://example.org/${'a'.repeat(280)}`;
const full = 'M'.repeat(100);

let seller: Person;
let buyer: Person;
let postId: string;
let dealId: string;

beforeAll(async () => {
  seller = await addPerson(url, { fullName: full, username: 'w'.repeat(30), majorProduct: full });
  buyer = await addPerson(url, { fullName: wide, username: 'm'.repeat(30), userType: 'merchant' });
  const post = {
    title: wide,
    description: link,
    cropType: full,
    quantity: full,
    city: full,
    village: full,
    shelLife: full,
    variety: full,
    minorderQunatity: full,
    packaging: full,
    price: '99999999.98',
    originalPrice: '99999999.99',
    tags: Array.from({ length: 15 }, (_, index) => `${index}`.padEnd(30, 'w')).join(','),
    isFeatured: 'true',
    isOrganic: 'true',
  };
  postId = (await addPost(seller, post))._id;
  await addPost(seller, { ...post, priceUnit: 'per quintal', cropType: 'Wheat' });
  await addComment(buyer, postId, link);
  await addComment(seller, postId, wide);
  await trade();
  await talk();
  await seller.client.call('PATCH /api/v1/users/profile', {
    body: {
      fullName: full,
      majorProduct: full,
      bio: link,
      contactInfo: { phone: '9876543210', whatsapp: '' },
      businessDetails: { businessName: full, specialization: full, experience: full },
      farmDetails: { farmSize: full, certifications: [wide] },
    },
  });
  const address = { state: 'Punjab', district: 'Ludhiana', city: full, village: full, pincode: '141401' };
  for (const { client } of [seller, buyer])
    await client.call('PATCH /api/v1/address/update-address', { body: address });
});

/** Makes a deal and an open offer, with a hostile text in every field for a text. */
async function trade(): Promise<void> {
  const terms = { quantity: '9999.99', price: '10000', note: wide.repeat(5) };
  const offer = await makeOffer(buyer, postId, terms);
  const countered = await respond(seller, 'counter', offer, terms);
  dealId = (await respond(buyer, 'accept', countered)).dealId ?? '';
  await makeOffer(buyer, postId, { ...terms, note: link });
  await giveUpi(seller, `${wide}@oksbi`);
  const params = { dealId };
  await seller.client.call('POST /api/v1/deals/:dealId/confirm', { params, body: { step: 'delivered' } });
  await buyer.client.call('POST /api/v1/deals/:dealId/cancel', { params, body: { reason: wide.repeat(5) } });
  await seller.client.call('POST /api/v1/deals/:dealId/problem', { params, body: { text: wide.repeat(5) } });
}

async function talk(): Promise<void> {
  const send = 'POST /api/v1/messages/send/:userId';
  await buyer.client.call(send, { params: { userId: seller.account._id }, body: { text: link, postId } });
  await seller.client.call(send, { params: { userId: buyer.account._id }, body: { text: wide } });
  const { username } = seller.account;
  await buyer.client.call('POST /api/v1/follow/follow/:username', { params: { username } });
  // Others see no reviews by new accounts.
  await operate(url, 'verify', { person: buyer.account.username }, secretKey);
  await buyer.client.call('POST /api/v1/reviews/:username', {
    params: { username },
    body: { rating: 5, comment: link },
  });
}

const ofDeals = ['/deals', '/deals?tab=offers', '/deals/DEAL', '/deals/DEAL/slip'];
const ofBuyer = [
  '/',
  `/crops?q=${wide}`,
  '/post/ID',
  '/s/ID',
  '/user/USER',
  '/user/USER?tab=about',
  '/user/USER?tab=reviews',
  '/user/USER/followers',
  '/chat',
  '/chat/USER?post=ID',
  '/market',
  '/market/rates/1',
  '/market/where-to-sell?commodity=wheat&location=Ludhiana%2C+Punjab',
  '/market/where-to-sell?commodity=MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM',
  '/settings',
  ...ofDeals,
];
const ofSeller = [
  '/profile',
  '/profile?tab=about',
  '/notifications',
  '/post/ID/edit',
  '/chat/BUYER',
  '/settings',
  ...ofDeals,
];

/** Returns by how many pixels the page or the conversation, which scrolls by itself, is too wide. */
const excess = `Math.max(...[document.documentElement, ...document.querySelectorAll('main [role=region]')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`;

test.each([
  ['a buyer', ofBuyer],
  ['a seller', ofSeller],
])('no text makes a page wider than the screen: %s', async (who, paths) => {
  const { page } = await enter(who === 'a buyer' ? buyer : seller, { viewport: phone });
  for (const path of paths) {
    const url = path
      .replace('ID', postId)
      .replace('DEAL', dealId)
      .replace('USER', seller.account.username)
      .replace('BUYER', buyer.account.username);
    await page.goto(url, { waitUntil: 'networkidle' });
    if (path === '/post/ID')
      await expect
        .poll(async () => {
          await page.evaluate('scrollTo(0, document.body.scrollHeight)');
          return page.getByRole('heading', { name: textsIn('en', 'post-page')('moreFromSeller') }).count();
        })
        .toBe(1);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      await page.locator('h1').first().waitFor();
      const folder = process.env['SCREENSHOTS'];
      if (folder) {
        const name = `${who} ${path} ${viewport.width}`.replaceAll(/[^\w]+/g, '-').slice(0, 80);
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
      }
      // Some styles of a new size apply with the next frame.
      await expect
        .poll(() => page.evaluate<number>(excess), { message: `${path} at ${viewport.width} px` })
        .toBeLessThanOrEqual(0);
    }
  }
});
