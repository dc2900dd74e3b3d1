// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { end, heading, openApp, stubMarket } from '../../test/market-app.tsx';
import { exampleWanted } from '../../test/wanted.ts';

let server: ReturnType<typeof stubMarket>;
beforeEach(() => {
  server = stubMarket();
});
afterEach(() => cleanup());

const around = '?near=Moga%2C+Punjab&within=100&sort=nearest';

it('is a part of Crops in the main navigation', async () => {
  server.succeed('GET /api/v1/wanted', [], end);
  openApp('/wanted');
  await heading('Wanted');
  for (const navigation of screen.getAllByRole('navigation', { name: 'Main navigation' })) {
    const current = within(navigation)
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual(['Crops']);
  }
});

it('lists the nearest around a district, also without the district', async () => {
  server.succeed(`GET /api/v1/wanted${around}`, [exampleWanted()], end);
  server.succeed('GET /api/v1/wanted?sort=nearest', [], end);
  const { search } = openApp(`/wanted${around}`);
  await screen.findByText('Nashik, Maharashtra · about 1,240 km', { exact: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter: Within 100 km of Moga' }));
  await waitFor(() => expect(search()).toEqual({ sort: 'nearest' }));
  // Saved searches are for posts on sale only.
  expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull();
});
