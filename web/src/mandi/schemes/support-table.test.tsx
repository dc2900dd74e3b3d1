// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { SupportTable } from './support-table.tsx';

afterEach(async () => {
  cleanup();
  await setLocale('en');
});

it.each([
  ['en', 'Wheat', 'Safflower'],
  ['hi', 'गेहूं', 'कुसुम'],
] as const)('names crops and other goods in the reader’s language: %s', async (locale, crop, goods) => {
  await setLocale(locale);
  renderPart(() => <SupportTable />);
  await screen.findByRole('rowheader', { name: crop });
  screen.getByRole('rowheader', { name: goods });
});
