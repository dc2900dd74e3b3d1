// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { Author } from '@upaj/contract/trade/posts';
import { afterEach, expect, it, vi } from 'vitest';
import { SellerCard } from './seller-card.tsx';

vi.mock('./author-link.tsx', async (original) => ({
  ...(await original<object>()),
  AuthorLink: () => null,
}));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows the month a seller registered, even just now', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:30:00Z'), toFake: ['Date'] });
  const author = {
    fullName: 'Gurpreet Singh',
    createdAt: '2026-11-21T06:29:30Z',
    rating: 0,
    totalReviews: 0,
  } as Author;
  render(<SellerCard author={author} />);
  const fact = screen.getByText('Member since').parentElement;
  expect(fact?.textContent).toBe('Member sinceNovember 2026');
});
