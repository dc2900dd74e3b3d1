// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { confirmedDeal } from '../../../test/deals.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { NextStep } from './next-step.tsx';

beforeEach(() => void stubServer());
afterEach(cleanup);

it('makes paying by UPI the main button, before the confirmation', () => {
  const deal = { ...confirmedDeal([['delivered', 'buyer']]), hasUpi: true };
  renderPart(() => <NextStep deal={deal} side="buyer" />);
  const buttons = screen.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Pay by UPI', 'I have paid']);
  expect(buttons.map(({ className }) => className.includes('bg-leaf '))).toEqual([true, false]);
});
