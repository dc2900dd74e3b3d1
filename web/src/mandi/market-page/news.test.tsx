// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { NewsItem as Item } from '@upaj/contract/mandi/news';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../../../test/stub-server.tsx';
import { NewsItem } from './news.tsx';

const item: Item = {
  id: 'n1',
  title: 'Onion prices soften',
  summary: '<b>Arrivals</b> grow.',
  time: new Date(Date.now() - 5 * 60 * 60_000).toISOString(),
  category: 'Prices',
  impact: 'negative',
  source: 'Press Information Bureau',
  link: 'https://pib.gov.in/x',
  isSample: false,
};

afterEach(() => cleanup());

it('shows title, time, source, category and impact; its link opens another site', () => {
  renderPart(() => <NewsItem item={item} heading="h3" />);
  const link = screen.getByRole('link', { name: 'Onion prices soften (opens in a new tab)' });
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    'https://pib.gov.in/x',
    '_blank',
    'noopener noreferrer',
  ]);
  // News texts are never rendered as HTML.
  screen.getByText('<b>Arrivals</b> grow.');
  screen.getByText('Bad for sellers');
  expect(screen.getByRole('article').textContent).toContain('Prices · Press Information Bureau · 5h ago');
  expect(screen.queryByText('Sample')).toBeNull();
});

it('is marked as a sample', () => {
  renderPart(() => <NewsItem item={{ ...item, isSample: true, link: null }} heading="h3" />);
  screen.getByText('Sample');
  expect(screen.queryByRole('link')).toBeNull();
});
