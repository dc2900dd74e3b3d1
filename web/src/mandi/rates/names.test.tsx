// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Rate } from '@upaj/contract/mandi/rates';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale, type Locale } from '#i18n/locale.ts';
import { exampleRate } from '../../../test/rates.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { useAreNamesPending } from '#mandi/names.ts';
import { RateFacts } from './rate-facts.tsx';
import { RatesList } from './rates-table.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }));

afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const noPins = { has: () => false, toggle: () => {} };

async function list(locale: Locale, rates: readonly Partial<Rate>[]) {
  await loadTexts('market');
  await setLocale(locale);
  const listed = rates.map((rate, index) => exampleRate({ ...rate, _id: `${index}` }));
  renderPart(() => (
    <RatesList rates={listed} unit="quintal" latest={null} location="" pins={noPins} caption="" />
  ));
}

it.each([
  ['Azadpur', 'hi', 'आजादपुर'],
  ['Jaipur (F&V)', 'hi', 'जयपुर (फल-सब्जी)'],
  ['Gohana(Grain)', 'hi', 'गोहाना (अनाज)'],
  ['Khanna APMC', 'hi', 'खन्ना'],
  ['Ludhiana', 'hi', 'लुधियाना'],
  ['Jaipur (F&V)', 'ta', 'ஜெய்ப்பூர் (பழம், காய்கறி)'],
  ['Khanna APMC', 'ml', 'ഖന്ന'],
  // A name is not translated by half, when either the place or the goods are not in the list.
  ['Jaipur (Xyz)', 'hi', 'Jaipur (Xyz)'],
  ['Xyzabad (F&V)', 'hi', 'Xyzabad (F&V)'],
] as const)('the mandi %s is in the language %s %s', async (market, language, expected) => {
  await list(language, [{ market }]);
  expect(await screen.findByText(new RegExp(`^${expected.replace(/[()]/g, '\\$&')}, `))).toBeTruthy();
});

it('names commodities that are not usual crops, varieties and grades in Hindi', async () => {
  await list('hi', [
    { commodity: 'Almond(Badam)', crop: 'almond', variety: 'Other', grade: 'Medium' },
    { commodity: 'Papaya(Raw)', crop: 'raw-papaya', variety: 'Other', grade: 'Medium' },
    { commodity: 'Xyz', crop: null, variety: 'Dara Xyz', grade: 'FAQ' },
    { commodity: 'Potato', crop: 'potato', variety: 'Potato', grade: 'Local' },
  ]);
  expect(await screen.findByText('बादाम')).toBeTruthy();
  expect(screen.getByText('कच्चा पपीता')).toBeTruthy();
  expect(screen.getByText('Almond(Badam)').lang).toBe('en');
  expect(screen.getAllByText('· अन्य · मध्यम')).toHaveLength(2);
  expect(screen.getByText('Xyz')).toBeTruthy();
  expect(screen.getByText('Dara Xyz · FAQ')).toBeTruthy();
  expect(await screen.findByText(/आलू · लोकल/)).toBeTruthy();
});

it.each([
  ['ta', 'Lokwan', 'லோக்வன் · FAQ'],
  ['pa', 'Jyoti', 'ਜੋਤੀ · FAQ'],
  ['bn', 'Green (Whole)', 'সবুজ (গোটা) · FAQ'],
  ['ml', 'Basmati 1509', 'ബസ്മതി 1509 · FAQ'],
  ['gu', 'Other', 'અન્ય · FAQ'],
  ['kn', 'B P T', 'B P T · FAQ'],
] as const)('names in the language %s the variety %s', async (language, variety, expected) => {
  await list(language, [{ variety, grade: 'FAQ' }]);
  expect(await screen.findByText(expected)).toBeTruthy();
});

it('leaves AGMARKNET’s names in English', async () => {
  await list('en', [
    { commodity: 'Bullar', crop: null, variety: 'Other', grade: 'FAQ', market: 'Jaipur (F&V)' },
  ]);
  expect(screen.getByText('Bullar')).toBeTruthy();
  expect(screen.getByText('Other · FAQ')).toBeTruthy();
  expect(screen.getByText(/^Jaipur \(F&V\), /)).toBeTruthy();
});

it('says what FAQ means', async () => {
  await loadTexts('market');
  const rate = { ...exampleRate({ grade: 'Faq' }), agreed: null };
  renderPart(() => <RateFacts rate={rate} unit="quintal" />);
  expect(screen.getByText('Fair average quality (FAQ)')).toBeTruthy();
  cleanup();
  await setLocale('hi');
  renderPart(() => <RateFacts rate={rate} unit="quintal" />);
  expect(screen.getByText('औसत अच्छी क्वालिटी (FAQ)')).toBeTruthy();
});

it('renders what waits for the names in a render of its own, which can be in pieces', async () => {
  const renders: boolean[] = [];
  renderPart(() => {
    renders.push(useAreNamesPending());
    return null;
  });
  await vi.waitFor(() => expect(renders.at(-1)).toBe(false));
  expect(renders).toEqual([true, true, false]);
});
