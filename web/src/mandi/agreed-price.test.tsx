// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../test/stub-server.tsx';
import { AgreedPrice } from './agreed-price.tsx';

afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const agreed = { perQuintal: 2150, deals: 7, week: '2026-11-16' };
const show = (price: typeof agreed | null, unit: 'kg' | 'quintal' = 'quintal') =>
  renderPart(() => <AgreedPrice agreed={price} district="Ludhiana" unit={unit} />);

it.each([
  ['en', 'Agreed on Upaj', '₹2,150per quintalTypical price of 7 deals in Ludhiana, week of 16 Nov'],
  ['hi', 'उपज पर तय हुआ भाव', '₹2,150प्रति क्विंटललुधियाना में 16 नव॰ के हफ्ते के 7 सौदों का आम भाव'],
] as const)('shows what was agreed on Upaj in the district: %s', async (locale, label, value) => {
  await setLocale(locale);
  show(agreed);
  await waitFor(() => expect(screen.getByText(label).parentElement?.textContent).toBe(label + value));
});

it('shows it per kg, and nothing without enough deals', async () => {
  show(agreed, 'kg');
  await screen.findByText('₹21.50');
  cleanup();
  show(null);
  expect(screen.queryByText('Agreed on Upaj')).toBeNull();
});
