// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Rate } from '@upaj/contract/mandi/rates';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
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

async function list(locale: 'en' | 'hi', rates: readonly Partial<Rate>[]) {
  await loadTexts('market');
  await setLocale(locale);
  const listed = rates.map((rate, index) => exampleRate({ ...rate, _id: `${index}` }));
  renderPart(() => (
    <RatesList rates={listed} unit="quintal" latest={null} location="" pins={noPins} caption="" />
  ));
}

it.each([
  ['Azadpur', 'आजादपुर'],
  ['Jaipur (F&V)', 'जयपुर (फल-सब्जी)'],
  ['Gohana(Grain)', 'गोहाना (अनाज)'],
  ['Khanna APMC', 'खन्ना'],
  ['Ludhiana', 'लुधियाना'],
  // Not half of a name: what it trades, or the place, is not in the list.
  ['Jaipur (Xyz)', 'Jaipur (Xyz)'],
  ['Xyzabad (F&V)', 'Xyzabad (F&V)'],
])('the mandi %s is %s in Hindi', async (market, expected) => {
  await list('hi', [{ market }]);
  expect(await screen.findByText(new RegExp(`^${expected.replace(/[()]/g, '\\$&')}, `))).toBeTruthy();
});

it('names commodities outside of the catalogue, varieties and grades in Hindi', async () => {
  await list('hi', [
    { commodity: 'Almond(Badam)', crop: null, variety: 'Other', grade: 'Medium' },
    { commodity: 'Xyz', crop: null, variety: 'Dara', grade: 'FAQ' },
    { commodity: 'Potato', crop: 'potato', variety: 'Potato', grade: 'Local' },
  ]);
  expect(await screen.findByText('बादाम')).toBeTruthy();
  expect(screen.getByText('Almond(Badam)').lang).toBe('en');
  expect(screen.getByText('अन्य · मध्यम')).toBeTruthy();
  expect(screen.getByText('Xyz')).toBeTruthy();
  expect(screen.getByText('Dara · FAQ')).toBeTruthy();
  expect(await screen.findByText('आलू · लोकल')).toBeTruthy();
});

it('leaves AGMARKNET’s names in English', async () => {
  await list('en', [
    { commodity: 'Almond(Badam)', crop: null, variety: 'Other', grade: 'FAQ', market: 'Jaipur (F&V)' },
  ]);
  expect(screen.getByText('Almond(Badam)')).toBeTruthy();
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
