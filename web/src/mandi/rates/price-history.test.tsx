// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exampleRate } from '../../../test/rates.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import type { PriceChartProps } from './price-chart.tsx';
import { PriceHistory } from './price-history.tsx';

// The chart is a fake, because happy-dom has no canvas.
const chart = vi.hoisted(() => ({ isThere: true }));
vi.mock('./price-chart.tsx', () => ({
  get PriceChart() {
    if (!chart.isThere) throw new Error('The line was cut');
    return ({ points, support, unit, index }: PriceChartProps) => (
      <p data-testid="chart">{[points.length, support, unit, index].join(' ')}</p>
    );
  },
}));

const call = 'GET /api/v1/market/rates/1/history?days=30';
const days = [1, 2, 3].map((n) => ({
  date: `2026-11-1${n}`,
  minPrice: 2000 + n,
  maxPrice: 3000 + n,
  modalPrice: 2500 + n,
}));
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  chart.isThere = true;
});
afterEach(() => cleanup());

const open = (onDays = (_days: string) => {}) =>
  renderPart(() => <PriceHistory rate={exampleRate()} unit="quintal" days="30" onDays={onDays} />);

it('starts at the last day and moves by keys', async () => {
  server.succeed(call, days);
  open();
  const slider = await screen.findByRole('slider', { name: 'Day in the price history' });
  const says = () => slider.getAttribute('aria-valuetext');
  expect(says()).toBe('13 November 2026: modal price ₹2,503, ₹2,003 to ₹3,003');
  expect(screen.getByTestId('chart').textContent).toBe('3 2585 quintal 2');
  screen.getByText('MSP Rabi 2026-27: ₹2,585');
  slider.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(says()).toContain('12 November 2026');
  screen.getByText('12 November 2026: modal price ₹2,502, ₹2,002 to ₹3,002');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(says()).toContain('11 November 2026');
  await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}');
  expect(slider.getAttribute('aria-valuenow')).toBe('2');
});

it('leaves doubtful prices to the table, which marks them', async () => {
  const [first, second, third] = days;
  server.succeed(call, [first, { ...second, modalPrice: 25_020, isDoubtful: true }, third]);
  open();
  expect((await screen.findByTestId('chart')).textContent).toBe('2 2585 quintal 1');
  screen.getByText('1 doubtful price is only in the table.');
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  within(screen.getByRole('row', { name: /12 November 2026/ })).getByText('Doubtful');
  expect(within(screen.getByRole('row', { name: /13 November 2026/ })).queryByText('Doubtful')).toBeNull();
  screen.getByText(/^A doubtful price is far from what mandis usually report/);
});

it('is also a table', async () => {
  server.succeed(call, days);
  open();
  await screen.findByRole('slider');
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Date', 'Modal Price', 'Lowest', 'Highest'],
    ['13 November 2026', '₹2,503', '₹2,003', '₹3,003'],
    ['12 November 2026', '₹2,502', '₹2,002', '₹3,002'],
    ['11 November 2026', '₹2,501', '₹2,001', '₹3,001'],
  ]);
  expect(screen.queryByRole('slider')).toBeNull();
});

it('is a table when the chart cannot be loaded', async () => {
  chart.isThere = false;
  server.succeed(call, days);
  open();
  await screen.findByText('The chart could not be loaded. The same prices are shown as a table.');
  screen.getByRole('table');
});

it('loads other ranges', async () => {
  server.succeed(call, days);
  const onDays = vi.fn();
  open(onDays);
  await userEvent.click(screen.getByRole('radio', { name: '1 year' }));
  expect(onDays).toHaveBeenCalledWith('365');
});

it('shows that there were no arrivals in these days', async () => {
  server.succeed(call, []);
  open();
  await screen.findByText('No arrivals in this period');
});

it('can be retried', async () => {
  server.refuse(call, 'UNEXPECTED');
  server.succeed(call, days);
  open();
  await screen.findByText('The price history could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('slider');
});
