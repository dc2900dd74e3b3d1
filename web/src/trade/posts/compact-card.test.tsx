// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { CompactCard } from './compact-card.tsx';

vi.mock('@tanstack/react-router', async () => ({
  Link: (await import('../../../test/fake-link.tsx')).FakeLink,
}));

beforeEach(() => loadTexts('post'));
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const post = {
  _id: 'p1',
  title: 'Sharbati wheat',
  price: 31.5,
  priceUnit: 'per kg',
  quantity: '40 quintal',
  images: ['/media/a.webp'],
  imageInfo: [],
  location: { city: 'Khanna', state: 'Punjab' },
  isAvailable: true,
  isFeatured: true,
  marketPrice: null,
  author: { fullName: 'Gurpreet Singh', isVerified: true },
} as unknown as Post;

it('shows the seller, the quantity and that it is available', () => {
  render(<CompactCard post={post} eager={false} />);
  for (const text of ['Gurpreet Singh', '40 quintal', 'Available', 'Featured', 'Khanna, Punjab', '₹31.50'])
    screen.getByText(text);
  screen.getByLabelText('Verified');
});

it('shows what is sold out, also when it is featured, in the reader’s language', async () => {
  await setLocale('hi');
  render(<CompactCard post={{ ...post, isAvailable: false }} eager={false} />);
  screen.getByText('बिक गया');
  screen.getByText('खास');
  expect(screen.queryByText('Available')).toBeNull();
});
