// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import type { Freshness } from '@upaj/contract/mandi/market-page';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../../../test/stub-server.tsx';
import { SourceBadge } from './source-badge.tsx';

afterEach(() => cleanup());

function badge(freshness: Freshness, date: string | null): string | null {
  renderPart(() => <SourceBadge freshness={freshness} date={date} />);
  return document.body.firstElementChild!.textContent;
}

// Only the server's freshness counts, not the date.
const today = new Date().toISOString().slice(0, 10);

it('shows Live Data for live data only', () => {
  expect(badge('live', '2026-11-20')).toBe('Live Data');
});

it.each(['old', 'sample', 'none'] as const)('does not show it for %s data', (freshness) => {
  expect(badge(freshness, today)).not.toContain('Live');
});

it('calls sample data by that name, with its day', () => {
  expect(badge('sample', '2026-11-20')).toBe('Sample data from 20 November 2026');
});

it('shows the age of old data', () => {
  expect(badge('old', '2020-01-04')).toMatch(/^Latest data from 4 January 2020 \(\d{4,}d ago\)$/);
});

it('shows nothing without data', () => {
  expect(badge('none', null)).toBe('');
});
