import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import { AlertPanel } from '#mandi/alerts/alert-panel.tsx';
import type { AlertStart } from '#mandi/alerts/alert-values.ts';
import { renderPart, stubServer } from './stub-server.tsx';

export const list = 'GET /api/v1/alerts';
export const add = 'POST /api/v1/alerts';

export function stubAlertServer() {
  localStorage.clear();
  // The test's DOM has no `size` on a select, and the form treats a select without it as changed.
  Object.assign(HTMLSelectElement.prototype, { size: 0 });
  const server = stubServer();
  server.succeed('GET /api/v1/market/commodities', [
    { commodity: 'Firewood', crop: null },
    { commodity: 'Onion', crop: 'onion' },
  ]);
  server.succeed('GET /api/v1/market/markets?state=Punjab', [
    { market: 'Khanna', district: 'Ludhiana' },
    { market: 'Khanna', district: 'Patiala' },
  ]);
  return server;
}

export function showAlerts(
  server: ReturnType<typeof stubServer>,
  alerts: PriceAlert[],
  initial?: AlertStart,
) {
  server.succeed(list, alerts);
  return renderPart(() => (
    <AlertPanel initial={initial} renderAllLink={(label) => <a href="/Market#alerts">{label}</a>} />
  ));
}

export async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Alert' }));
  await screen.findByLabelText('Target price');
}

export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
