// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { end, heading, openApp, overview, overviewOf, stubMarket, user } from '../../test/market-app.tsx';

let server: ReturnType<typeof stubMarket>;
beforeEach(() => {
  server = stubMarket();
});
afterEach(() => cleanup());

const feed = 'GET /api/v1/post/feed';

it('ignores unknown parameters in the address of a list, and applies the rest', async () => {
  server.succeed(`${feed}?state=Atlantis&q=wheat`, [], end);
  server.succeed(`${feed}?q=wheat`, [], end);
  server.succeed('GET /api/v1/people?q=wheat', [], { page: { nextCursor: null } });
  const { at } = openApp(
    '/Crops?category=Nope&sort=foo&priceRange=-1-xx&availability=maybe&state=Atlantis&q=wheat&x=1',
  );
  await heading('“wheat”');
  expect(at()).toMatch(/^\/search\?.*q=wheat/);
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toContain(`${feed}?q=wheat`));
  await waitFor(() => expect(screen.queryByText('Atlantis')).toBeNull());
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  expect(document.body.textContent).not.toMatch(/undefined|Atlantis/);
});

it('counts only available posts at home and greets by the full name', async () => {
  server.forget('GET /api/v1/users/current-user');
  server.succeed('GET /api/v1/users/current-user', { user: { ...user, fullName: 'Shri Ram Kumar' } });
  server.succeed(feed, [], { page: { nextCursor: null, total: 181, available: 156 } });
  openApp('/');
  await heading('Welcome to Upaj, Shri Ram Kumar');
  await screen.findByText('156 active posts');
});

it('leaves out a district that is not of the state', async () => {
  server.succeed(`${feed}?state=Punjab&district=Nowhere&sort=nearest`, [], end);
  server.succeed(`${feed}?state=Punjab&sort=nearest`, [], end);
  openApp('/Crops?state=Punjab&district=Nowhere');
  const call = `${feed}?state=Punjab&sort=nearest`;
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toContain(call));
  await waitFor(() => expect(screen.queryByText('Nowhere')).toBeNull());
});

it('shows the viewer’s own market when the address names an unknown place', async () => {
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  openApp('/Market?location=Atlantis&trend=sideways&sort=foo&unit=stone&days=3&x=1');
  await screen.findByText('Live Data');
  expect(document.body.textContent).not.toMatch(/undefined|Atlantis/);
});
