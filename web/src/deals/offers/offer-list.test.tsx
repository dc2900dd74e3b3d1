// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeLink } from '../../../test/fake-link.tsx';
import { testOffer } from '../../../test/offers.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import type { OfferFilters } from './api.ts';
import { OfferList } from './offer-list.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: FakeLink }));

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const onShowAll = vi.fn();
const render = (filters: OfferFilters) =>
  renderPart(() => <OfferList viewerId="gurpreet" filters={filters} onShowAll={onShowAll} />);

it.each([
  [{}, '', 'No offers yet'],
  [{ box: 'sent' }, '?box=sent', 'No offers sent yet'],
  [{ box: 'received' }, '?box=received', 'No offers received yet'],
] as const)('says what is empty: %j', async (filters, query, title) => {
  server.succeed(`GET /api/v1/offers${query}`, [], { page: { nextCursor: null, total: 0 } });
  render(filters);
  await screen.findByRole('heading', { name: title });
});

it('offers all offers where none has the chosen status', async () => {
  server.succeed('GET /api/v1/offers?box=received&status=open', [], { page: { nextCursor: null, total: 0 } });
  render({ box: 'received', status: 'open' });
  await screen.findByRole('heading', { name: 'No offers with this status' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all offers' }));
  expect(onShowAll).toHaveBeenCalledTimes(1);
});

it('leads to the deal of an accepted offer, else to the conversation', async () => {
  const accepted = testOffer({ _id: 'o2', status: 'accepted', version: 2, dealId: 'd1' });
  server.succeed('GET /api/v1/offers', [testOffer(), accepted], { page: { nextCursor: null, total: 2 } });
  render({});
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/chat/anita', '/deals/d1']);
});
