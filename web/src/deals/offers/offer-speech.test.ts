// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { gurpreet, testOffer, testRound } from '../../../test/offers.ts';
import { allLanguages, expectForTheEar, rupees, speakLanguage, wordsOf } from '../../../test/speech.ts';
import { offerSpeech } from './offer-speech.ts';

const validUntil = '2026-11-24T05:12:00Z';
const terms = { price: 2625.5, total: 52_510, pickupDate: '2026-11-28', bags: 400, advance: 10_000 };
const offer = testOffer({
  buyer: { ...gurpreet, _id: 'anita', fullName: 'अनीता' },
  rounds: [testRound({ ...terms, validUntil, note: 'जूट की बोरी में 🙏' })],
  goods: { title: 'शरबती गेहूं', cropType: 'Wheat', image: null },
});

afterEach(() => setLocale('en'));

it.each(allLanguages)('says an offer for the ear in %s', async (language) => {
  await speakLanguage(language, ['offers']);
  const speeches = offerSpeech({ ...offer, buyer: { ...offer.buyer, fullName: '' } }, 'gurpreet');
  expectForTheEar(
    speeches.filter(({ lang }) => lang === language),
    language,
  );
  const text = wordsOf(speeches);
  expect(text).toContain(`52510 ${rupees[language]}`);
  expect(text).toContain(`10000 ${rupees[language]}`);
  expect(text).toMatch(/2625 \S+ 50/u);
});

it('says who offers what, and what can be done', async () => {
  await speakLanguage('hi', ['offers']);
  expect(offerSpeech(offer, 'gurpreet')).toEqual([
    { text: 'शरबती गेहूं', lang: 'hi' },
    {
      text: [
        'अनीता ने ऑफर दिया: 20 क्विंटल, भाव 2625 रुपये 50 पैसे प्रति क्विंटल',
        'खरीदार ले जाएगा',
        'माल 28 नवंबर 2026 को उठेगा',
        '400 बोरी',
        'एडवांस 10000 रुपये',
        'कुल रकम: 52510 रुपये।',
      ].join('\n'),
      lang: 'hi',
    },
    { text: 'जूट की बोरी में', lang: 'hi' },
    { text: expect.stringMatching(/24 नवंबर.* तक इस ऑफर को मानें/u) as string, lang: 'hi' },
  ]);
});

it('says how an offer ended', async () => {
  await speakLanguage('en', ['offers']);
  const text = wordsOf(offerSpeech(testOffer({ status: 'declined' }), 'anita'));
  expect(text).toMatch(/^Sharbati wheat\nYou offered 20 quintals at 2100 rupees per quintal\n/);
  expect(text).toMatch(/Gurpreet Singh declined this offer$/);
});
