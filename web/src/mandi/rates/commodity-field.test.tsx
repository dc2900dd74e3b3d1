// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { CommodityField } from './commodity-field.tsx';

const call = 'GET /api/v1/market/commodities';

afterEach(() => cleanup());

it('shows that the list failed to load, with a retry', async () => {
  const server = stubServer();
  server.refuse(call, 'UNEXPECTED');
  server.succeed(call, [{ commodity: 'Wheat', crop: 'wheat' }]);
  renderPart(() => <CommodityField commodity="" onChange={() => {}} />);
  await screen.findByText(/^The list of commodities could not be loaded/);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await userEvent.type(screen.getByLabelText('What are you selling?'), 'whe');
  await screen.findByRole('option', { name: /Wheat/ });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('finds a crop by its Hindi name with a nukta and without', async () => {
  const server = stubServer();
  server.succeed(call, [{ commodity: 'Onion', crop: 'onion' }]);
  renderPart(() => <CommodityField commodity="" onChange={() => {}} />);
  await userEvent.type(screen.getByLabelText('What are you selling?'), 'प्याज़');
  await screen.findByRole('option', { name: /Onion/ });
  expect(screen.queryByText(/No mandi reports this/)).toBeNull();
});
