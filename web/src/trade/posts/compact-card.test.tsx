// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
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

it('shows the seller, the quantity and that it is available', async () => {
  renderPart(() => <CompactCard post={post} eager={false} />);
  for (const text of ['Gurpreet Singh', '40 quintals', 'Available', 'Featured', 'Khanna, Punjab', '₹31.50'])
    await screen.findByText(text);
  screen.getByLabelText('Verified');
});

it.each([
  ['12 पेटी', 'en', '12 boxes'],
  ['1 ਕੁਇੰਟਲ', 'en', '1 quintal'],
  ['40 quintal', 'ta', '40 குவிண்டால்'],
  ['௨௦ மூட்டைகள்', 'hi', '20 बोरी'],
  ['1,500 kg', 'te', '1,500 కిలోలు'],
  ['20 kg a day', 'hi', '20 kg a day'],
] as const)('shows the quantity %s in the language %s as %s', async (quantity, language, shown) => {
  await setLocale(language);
  renderPart(() => <CompactCard post={{ ...post, quantity }} eager={false} />);
  await screen.findByText(shown);
});

it('shows what is sold out, also when it is featured, in the reader’s language', async () => {
  await setLocale('hi');
  renderPart(() => <CompactCard post={{ ...post, isAvailable: false }} eager={false} />);
  screen.getByText('बिक गया');
  screen.getByText('खास');
  expect(screen.queryByText('Available')).toBeNull();
});
