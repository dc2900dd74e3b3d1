// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import type { Filters } from '#trade/feed/filters.ts';
import { SaveSearchButton } from './save-search.tsx';

const list = 'GET /api/v1/saved-searches';
const save = 'POST /api/v1/saved-searches';
const filters = {
  cropType: 'Onion',
  state: 'Maharashtra',
  sort: 'popular',
  availability: 'available',
} as const;
const query = { cropType: 'Onion', state: 'Maharashtra' };
const search = { _id: 's1', query, createdAt: '2026-11-23T08:00:00Z' };
const other = { _id: 's2', query: { organic: 'true' }, createdAt: '2026-11-22T08:00:00Z' };

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const button = (name: string) => screen.findByRole('button', { name });
const bodies = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);

it('saves the filters of the list with one press, and removes them with another', async () => {
  server.succeed(list, [other]);
  server.succeed(save, search);
  server.succeed('DELETE /api/v1/saved-searches/s1');
  renderPart(() => <SaveSearchButton filters={filters} />);
  await userEvent.click(await button('Save search'));
  const saved = await button('Search saved');
  expect(saved.getAttribute('aria-pressed')).toBe('true');
  expect(bodies(save)).toEqual([query]);
  await screen.findByText('Search saved. You get a notification when new posts match.');
  await userEvent.click(saved);
  await button('Save search');
});

it('shows that the search is saved, whatever the order of its fields', async () => {
  server.succeed(list, [{ ...search, query: { state: 'Maharashtra', cropType: 'Onion' } }]);
  renderPart(() => <SaveSearchButton filters={filters} isExplained />);
  await button('Search saved');
  expect(screen.queryByText(/Save this search to get/)).toBeNull();
});

it('knows a search around the own district', async () => {
  const near = { ...search, query: { cropType: 'Onion', near: 'Moga, Punjab', within: 50 } };
  server.succeed(list, [near]);
  const around = { cropType: 'Onion', within: '50' };
  const address = { state: 'Punjab', district: 'Moga', city: '', village: '', pincode: '' };
  renderPart(() => <SaveSearchButton filters={around as Filters} />, { address });
  await button('Search saved');
});

it('is not offered without filters that can be saved', () => {
  renderPart(() => <SaveSearchButton filters={{ sort: 'popular', following: 'true' }} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why the search was not saved', async () => {
  server.succeed(list, []);
  server.refuse(save, 'TOO_MANY_SEARCHES');
  renderPart(() => <SaveSearchButton filters={filters} />);
  await userEvent.click(await button('Save search'));
  await waitFor(() => expect(document.body.textContent).toContain('You can have at most 50 saved searches'));
  await button('Save search');
});
