import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignWords } from '../scripts/lib/translations.ts';
import { addPerson, addPost, type Person } from '../server/test/factories.ts';
import { makeOffer, respond } from '../server/test/offer-calls.ts';
import { allLanguages, placeNamesIn } from '../server/src/platform/texts.ts';
import { expectAccessible, onPhone, visit } from './browser.ts';
import { startMarketData } from './market-data.ts';
import { startServer, type RunningServer } from './server.ts';
import { chooseLanguage, takeCookies } from './steps.ts';

let server: RunningServer;
let data: Awaited<ReturnType<typeof startMarketData>>;
let farmer: Person;
let postId: string;
beforeAll(async () => {
  data = await startMarketData();
  server = await startServer(data.env);
  await data.fill(server.url);
  farmer = await addPerson(server.url, { fullName: 'गुरप्रीत सिंह' });
  const merchant = await addPerson(server.url, { userType: 'merchant', fullName: 'अनीता देशमुख' });
  // Posts and names have no Latin letters, so that all Latin letters on a screen are the app's.
  const written = {
    title: 'इस फसल का गेहूं',
    description: 'साफ और सूखा',
    quantity: '40 क्विंटल',
    city: 'खन्ना',
    village: 'बहोमाजरा',
    shelLife: '12 महीने',
    tags: 'गेहूं',
  };
  postId = (await addPost(farmer, written))._id;
  const sold = await addPost(farmer, { ...written, price: '2600', priceUnit: 'per quintal' });
  await respond(farmer, 'accept', await makeOffer(merchant, sold._id));
  await makeOffer(merchant, postId);
});
afterAll(async () => {
  await server.stop();
  await data.close();
});

/** Words that are the same in every language: the app's name, what mandis report, and the source of rates. */
const sameEverywhere =
  /^(?:Upaj|Sharbati|Bhindi|Safflower|Ladies|Finger|Directorate|of|Marketing|Inspection|through)$/;

const ofGuests = ['/login', '/login/number', '/register'];
const ofMembers = [
  '/',
  '/crops',
  '/post/ID',
  '/create-post',
  '/market?location=Ludhiana%2C+Punjab',
  '/chat',
  '/deals',
  '/settings',
];

test.each(allLanguages)(
  'on a phone of 360 px the screens are accessible, translated and not cut, in %s',
  async (language) => {
    const { page } = await visit(server.url, {
      ...onPhone,
      viewport: { width: 360, height: 780 },
      reducedMotion: 'reduce',
    });
    // The name of a place may be cut off in its chip. Screen readers read all of it.
    const ludhiana = language === 'en' ? 'Ludhiana' : placeNamesIn(language)['Ludhiana'];
    const findFaults = async () => {
      const faults: unknown[] = [];
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        faults.push({ isTooWide: true });
      for (const cut of await page.evaluate(findCut)) if (cut !== ludhiana) faults.push({ cut });
      if (language === 'en') return faults;
      const foreign = foreignWords(await page.evaluate(findWords)).filter(
        (word) => !sameEverywhere.test(word),
      );
      for (const word of new Set(foreign)) faults.push({ foreign: word });
      return faults;
    };
    const look = async (screen: string) => {
      await page.goto(screen.replace('ID', postId), { waitUntil: 'networkidle' });
      await page.locator('h1').first().waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
      // Translated names of crops and places may load after the rest of the screen.
      await expect.poll(findFaults, { message: screen }).toEqual([]);
      // The colours are the same in each language, and finding the contrast takes half of axe's time.
      await expectAccessible(page, { 'color-contrast': { enabled: language === 'en' } });
    };
    await page.goto('/login');
    await chooseLanguage(page, language);
    for (const screen of ofGuests) await look(screen);
    await takeCookies(page, farmer);
    for (const screen of ofMembers) await look(screen);
  },
);

/** Finds words on links, buttons, labels and tabs that are cut off or wider than their box. */
function findCut(): string[] {
  const pressed = 'a, button, label, [role=tab]';
  const isOut = (words: DOMRect, box: DOMRect) => words.left < box.left - 1 || words.right > box.right + 1;
  const cuts = (box: Element) => box.matches(pressed) || getComputedStyle(box).overflowX === 'hidden';
  const found: string[] = [];
  for (const control of document.querySelectorAll(pressed)) {
    const nodes = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(nodes.currentNode);
      const words = range.getBoundingClientRect();
      const boxes: Element[] = [];
      for (let box = nodes.currentNode.parentElement; box && control.contains(box); box = box.parentElement)
        boxes.push(box);
      const isOnlyHeard = boxes.some((box) => getComputedStyle(box).clipPath !== 'none');
      const isCut = boxes.some((box) => cuts(box) && isOut(words, box.getBoundingClientRect()));
      if (words.width > 0 && isCut && !isOnlyHeard) found.push(nodes.currentNode.textContent ?? '');
    }
  }
  return found;
}

/** Returns all words of the page, visible or for screen readers, except those that are marked as English. */
function findWords(): string {
  const isShown = (element: Element | null) =>
    element?.checkVisibility() && !element.closest('[lang=en]:not(html)');
  const found: (string | null)[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode())
    if (isShown(nodes.currentNode.parentElement)) found.push(nodes.currentNode.textContent);
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt]'))
    if (isShown(element))
      found.push(...['aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name)));
  return found.filter(Boolean).join('\n');
}
