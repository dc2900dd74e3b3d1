// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import type { Filters } from './filters.ts';

const all = 'GET /api/v1/post/feed?limit=1';
const organic = 'GET /api/v1/post/feed?organic=true&limit=1';
const totalOf = (total: number | string) => ({ page: { nextCursor: null, total } });

let server: ReturnType<typeof stubServer>;
beforeAll(() => loadTexts('search'));
beforeEach(() => {
  server = stubServer();
});
afterEach(cleanup);

function open() {
  const onApply = vi.fn<(filters: Filters) => void>();
  renderPart(() => <FilterSheet filters={{}} onApply={onApply} onClose={() => {}} />);
  return onApply;
}

it('says how many results the button will show, and again when a filter changes', async () => {
  server.succeed(all, [], totalOf('10,000+'));
  server.succeed(organic, [], totalOf(12));
  const onApply = open();
  await screen.findByRole('button', { name: 'Show 10,000+ results' });
  await userEvent.click(screen.getByRole('switch', { name: 'Organic only' }));
  // The button no longer shows the number for the previous filters.
  screen.getByRole('button', { name: 'Show results' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show 12 results' }));
  expect(onApply).toHaveBeenCalledWith({ organic: 'true' });
});

it('says that there are none, and works while the number is unknown', async () => {
  server.succeed(all, [], totalOf(0));
  server.loseConnection(organic);
  const onApply = open();
  await screen.findByRole('button', { name: 'No results' });
  await userEvent.click(screen.getByRole('switch', { name: 'Organic only' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
  expect(onApply).toHaveBeenCalledWith({ organic: 'true' });
});
