// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Wanted } from '@upaj/contract/trade/wanted';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { exampleWanted } from '../../../test/wanted.ts';
import { WantedCard } from './wanted-card.tsx';

interface FakeLink {
  to: string;
  params?: Record<string, string>;
  children: ReactNode;
}
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params = {}, children }: FakeLink) => (
    <a href={to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? '')}>{children}</a>
  ),
}));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:30:00Z'), toFake: ['Date'] });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await setLocale('en');
});

function show(changes: Partial<Wanted> = {}, isAlone = false): string {
  const action = <button type="button">I can supply this</button>;
  renderPart(() => <WantedCard wanted={exampleWanted(changes)} action={action} isAlone={isAlone} />);
  return screen.getByRole('article').textContent;
}

it('shows what is wanted, up to which price, where, and until when', () => {
  const text = show();
  for (const part of [
    'Anita Deshmukh',
    'Wants 12.5 tonnes',
    'Up to₹2,650per quintal',
    'Red, dry.\nJute bags.',
    'Nashik, Maharashtra · about 1,240 km',
    'Until 5 Dec',
    'I can supply this',
  ])
    expect(text).toContain(part);
  expect(screen.getByRole('heading', { level: 2, name: 'Onion' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Onion' }).getAttribute('href')).toBe('/wanted/w1');
});

it('leads to the merchant’s profile, where they can be reported', () => {
  show();
  expect(screen.getByRole('link', { name: /Anita Deshmukh/ }).getAttribute('href')).toBe('/user/anita');
});

it('compares the price with the mandi’s: above it is good for the farmer', () => {
  expect(show()).toContain('8% above mandi price (₹2,450 per quintal at Lasalgaon, 35 km)');
  expect(screen.getByText('8% above', { exact: false, selector: 'b' }).className).toContain('text-leaf');
  cleanup();
  show({ maxPrice: 2000 });
  expect(screen.getByText('18% below', { exact: false, selector: 'b' }).className).not.toContain('text-leaf');
  cleanup();
  expect(show({ marketPrice: null })).not.toContain('mandi');
});

it.each([
  ['in the own district', { distanceKm: 0 }, 'Nashik, Maharashtra · same district'],
  ['without a known distance', { distanceKm: null }, 'Nashik, MaharashtraUntil'],
  ['closed', { isOpen: false, isEnded: true }, 'Closed'],
  ['ended', { isEnded: true }, 'Ended'],
  ['one of it', { quantity: 1 }, 'Wants 1 tonne'],
])('is complete %s', (_, changes, text) => {
  expect(show(changes)).toContain(text);
});

it('is a heading without a link on its own screen', () => {
  show({}, true);
  expect(screen.getByRole('heading', { level: 1, name: 'Onion' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Onion' })).toBeNull();
});

it('is in Hindi', async () => {
  await setLocale('hi');
  const text = show();
  for (const part of ['12.5 टन चाहिए', 'ज्यादा से ज्यादा', 'लगभग 1,240 किमी']) expect(text).toContain(part);
});
