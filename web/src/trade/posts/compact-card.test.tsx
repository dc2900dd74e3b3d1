// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { CardFacts } from './card-facts.tsx';
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
  cropType: 'Wheat',
  cropKey: 'wheat',
  quantity: '40 quintal',
  amounts: {
    quantity: { number: 40, unit: 'quintal' },
    shelLife: { number: 6, unit: 'month' },
    minorderQunatity: null,
    packaging: null,
  },
  images: ['/media/a.webp'],
  imageInfo: [],
  location: { city: 'Khanna', district: 'Ludhiana', state: 'Punjab' },
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

const factsOf = () => document.querySelector('p.truncate')?.textContent;

const tamil = {
  ...post,
  title: 'புதிய மஞ்சள்',
  cropType: 'மஞ்சள்',
  cropKey: 'turmeric',
  quantity: '௨௦ குவிண்டால்',
  location: { city: 'ஈரோடு', district: 'Erode', state: 'Tamil Nadu' },
  amounts: { ...post.amounts, quantity: { number: 20, unit: 'quintal' } },
} as Post;

it.each([
  ['hi', 'हल्दी · 20 क्विंटल · 6 महीने', 'इरोड, तमिलनाडु'],
  ['en', 'Turmeric · 20 quintals · 6 months', 'Erode, Tamil Nadu'],
  ['bn', 'হলুদ · 20 কুইন্টাল · 6 মাস', 'ইরোড, তামিলনাড়ু'],
  ['ta', 'மஞ்சள் · 20 குவிண்டால் · 6 மாதங்கள்', 'ஈரோடு, தமிழ்நாடு'],
] as const)('shows the facts of a Tamil post in the language %s', async (language, facts, place) => {
  await setLocale(language);
  renderPart(() => <CompactCard post={tamil} eager={false} />);
  await vi.waitFor(() => expect(factsOf()).toBe(facts), { timeout: 5_000 });
  await screen.findByText(place);
});

it.each([
  ['hi', 'मखाना · 40 क्विंटल · 6 महीने'],
  ['en', 'Fox Nut · 40 quintals · 6 months'],
] as const)('names a crop that is not usual in the language %s', async (language, facts) => {
  await setLocale(language);
  const makhana = { ...post, cropType: 'মাখানা', cropKey: 'makhana' };
  renderPart(() => <CompactCard post={makhana} eager={false} />);
  await vi.waitFor(() => expect(factsOf()).toBe(facts), { timeout: 5_000 });
});

it('shows the district too where there is room', async () => {
  await setLocale('hi');
  renderPart(() => <CardFacts post={tamil} hasDistrict className="" />);
  await vi.waitFor(() => expect(factsOf()).toBe('हल्दी · इरोड · 20 क्विंटल · 6 महीने'), { timeout: 5_000 });
});

it.each([
  [{ number: 10, upTo: 12, unit: 'bag' }, 'hi', '10-12 बोरी'],
  [{ number: 10, unit: 'bag', each: { number: 50, unit: 'kg' } }, 'en', '10 bags × 50 kg'],
  [{ number: 1500, unit: 'kg' }, 'te', '1,500 కిలోలు'],
  [null, 'hi', '20 kg a day'],
] as const)('shows the quantity %j in the language %s as %s', async (quantity, language, shown) => {
  await setLocale(language);
  const amounts = { ...post.amounts, quantity } as Post['amounts'];
  renderPart(() => <CompactCard post={{ ...post, quantity: '20 kg a day', amounts }} eager={false} />);
  await screen.findByText(shown);
});

it('shows the text of a post that the server has not read yet', async () => {
  const { amounts: _, ...older } = post;
  renderPart(() => <CompactCard post={older} eager={false} />);
  await vi.waitFor(() => expect(factsOf()).toBe('Wheat · 40 quintal'));
});

it('shows what is sold out, also when it is featured, in the reader’s language', async () => {
  await setLocale('hi');
  renderPart(() => <CompactCard post={{ ...post, isAvailable: false }} eager={false} />);
  screen.getByText('बिक गया');
  screen.getByText('खास');
  expect(screen.queryByText('Available')).toBeNull();
});
