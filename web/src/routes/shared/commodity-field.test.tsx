// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
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

it('finds a crop by a name that only the server knows', async () => {
  const server = stubServer();
  const onion = { id: 'onion', en: 'Onion', hi: 'प्याज', name: 'Onion' };
  server.succeed(call, [
    { commodity: 'Onion', crop: 'onion' },
    { commodity: 'Wheat', crop: 'wheat' },
  ]);
  server.succeed('GET /api/v1/crops?q=kanda&lang=en', [onion]);
  const chosen = vi.fn<(commodity: string) => void>();
  renderPart(() => <CommodityField commodity="" onChange={chosen} />);
  await userEvent.type(screen.getByLabelText('What are you selling?'), 'kanda');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Onionप्याज']);
  await userEvent.click(screen.getByRole('option'));
  expect(chosen).toHaveBeenCalledWith('onion');
});

it.each(['refuses', 'cannot be reached'])('says that no mandi reports it if the server %s', async (how) => {
  const server = stubServer();
  server.succeed(call, [{ commodity: 'Onion', crop: 'onion' }]);
  const search = 'GET /api/v1/crops?q=kanda&lang=en';
  if (how === 'refuses') server.refuse(search, 'UNEXPECTED');
  else server.loseConnection(search);
  renderPart(() => <CommodityField commodity="" onChange={() => {}} />);
  await userEvent.type(screen.getByLabelText('What are you selling?'), 'kanda');
  await screen.findByText(/No mandi reports this/);
  expect(screen.queryByRole('option')).toBeNull();
});

it('finds a crop by its Hindi name with a nukta and without', async () => {
  const server = stubServer();
  server.succeed(call, [{ commodity: 'Onion', crop: 'onion' }]);
  renderPart(() => <CommodityField commodity="" onChange={() => {}} />);
  await userEvent.type(screen.getByLabelText('What are you selling?'), 'प्याज़');
  await screen.findByRole('option', { name: /Onion/ });
  expect(screen.queryByText(/No mandi reports this/)).toBeNull();
});
