// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { setLocale } from '#i18n/locale.ts';
import { exampleRate } from '../../../test/rates.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { OtherMandis } from './other-mandis.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const call = 'GET /api/v1/market/offers?commodity=wheat&state=Punjab&district=Moga&sort=price&limit=8';
const page = (nextCursor: string | null) => ({ page: { nextCursor, total: 9 } });
const offer = (rate: Parameters<typeof exampleRate>[0]) => ({
  rate: exampleRate(rate),
  distanceKm: 40,
  transport: 20,
  net: 2380,
});
const own = offer({ _id: '2', variety: 'Dara' });
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const open = () =>
  renderPart(() => (
    <OtherMandis
      rate={exampleRate()}
      unit="quintal"
      from={{ state: 'Punjab', district: 'Moga' }}
      location={undefined}
    />
  ));
const names = async () => (await screen.findAllByRole('link')).map(({ textContent }) => textContent);

it('leaves out the current mandi in every variety, but not its namesakes', async () => {
  server.succeed(
    call,
    [
      own,
      offer({ _id: '3', market: 'Moga' }),
      offer({ _id: '4', district: 'Moga' }),
      offer({ _id: '5', state: 'Goa' }),
    ],
    page(null),
  );
  open();
  expect(await names()).toEqual(['Moga', 'Khanna', 'Khanna']);
});

it('does not say that there are none before the last page', async () => {
  server.succeed(call, [own], page('c2'));
  server.succeed(`${call}&cursor=c2`, [own], page(null));
  open();
  const more = await screen.findByRole('button', { name: 'Show more mandis' });
  expect(screen.queryByText('No other mandi reports this commodity.')).toBeNull();
  await userEvent.click(more);
  await screen.findByText('No other mandi reports this commodity.');
});

it('shows that loading more failed', async () => {
  server.succeed(call, [offer({ _id: '3', market: 'Moga' })], page('c2'));
  server.refuse(`${call}&cursor=c2`, 'UNEXPECTED');
  server.succeed(`${call}&cursor=c2`, [offer({ _id: '4', market: 'Jagraon' })], page(null));
  open();
  const more = await screen.findByRole('button', { name: 'Show more mandis' });
  await userEvent.click(more);
  await screen.findByRole('alert');
  await userEvent.click(more);
  await screen.findByText('Jagraon');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names mandis in the reader’s language', async () => {
  await setLocale('hi');
  server.succeed(call, [offer({ _id: '3', market: 'Ludhiana' })], page(null));
  open();
  await screen.findByRole('link', { name: 'लुधियाना' });
});
