// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { cancelledDeal, exampleDeal } from '../../../test/deals.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { Slip } from './slip.tsx';

beforeEach(() => Promise.all([loadTexts('deals'), loadTexts('share')]));
afterEach(cleanup);

it('says its status in both languages', async () => {
  renderPart(() => <Slip deal={exampleDeal()} />);
  const { textContent } = await screen.findByRole('article');
  for (const part of ['StatusAgreed', 'स्थितितय हुआ']) expect(textContent).toContain(part);
  expect(textContent).not.toContain('Cancelled');
});

it('is clearly marked when the deal was cancelled', async () => {
  renderPart(() => <Slip deal={cancelledDeal(exampleDeal(), 'buyer', 'Too late')} />);
  const { textContent } = await screen.findByRole('article');
  expect(textContent).toContain('Cancelled / रद्द');
});

it('has the day, the bags and the advance that were agreed', async () => {
  const deal = exampleDeal();
  const terms = { ...deal.terms, pickupDate: '2026-11-28', bags: 400, advance: 10_000 };
  renderPart(() => <Slip deal={{ ...deal, terms }} />);
  const { textContent } = await screen.findByRole('article');
  for (const part of ['Pickup date28 November 2026', '28 नवंबर 2026', 'Bags400', 'Advance₹10,000'])
    expect(textContent).toContain(part);
});
