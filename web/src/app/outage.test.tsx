// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUnreachable } from '#lib/connection.ts';
import { end, heading, openApp, overview, overviewOf, stubMarket } from '../../test/market-app.tsx';

const me = 'GET /api/v1/users/current-user';
const away = 'Upaj cannot be reached right now. Trying again…';
const headers = { 'retry-after': '0' };
let server: ReturnType<typeof stubMarket>;
let isAway: boolean;

beforeEach(() => {
  server = stubMarket();
  isAway = true;
  server.give('GET /readyz', () => new Response('{}', { status: isAway ? 503 : 200 }));
});
afterEach(() => {
  cleanup();
  isUnreachable.set(false);
  onlineManager.setOnline(true);
});

function failWhileAway(key: string, answer: object): void {
  server.give(key, () =>
    isAway
      ? Response.json({ success: false, code: 'DATABASE_UNAVAILABLE', message: '' }, { status: 503, headers })
      : Response.json({ statusCode: 200, success: true, message: '', ...answer }),
  );
}

it('shows that Upaj cannot be reached instead of the log-in, and continues after the outage', async () => {
  const account = { _id: 'u1', username: 'asha', fullName: 'Asha Rani', avatar: null, isComplete: true };
  server.forget(me);
  failWhileAway(me, { data: { user: account } });
  server.succeed('GET /api/v1/post/feed', [], end);
  const { at } = openApp('/');
  const banner = await screen.findByText(away);
  expect(banner.closest('[role=status]')).not.toBeNull();
  await waitFor(() => expect(server.calls.filter(({ key }) => key === me)).toHaveLength(3));
  expect(at()).toBe('/');
  screen.getByText(away);
  isAway = false;
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Upaj, Asha Rani' });
  expect(screen.queryByText(away)).toBeNull();
});

it('shows no log-in form to a user who may be logged in', async () => {
  server.forget(me);
  failWhileAway(me, { data: { user: null } });
  const { at } = openApp('/login');
  await screen.findByText(away);
  await screen.findByRole('heading', { level: 1, name: 'No connection' });
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(at()).toBe('/login');
});

it('preserves the screen and the session, and reloads what failed', async () => {
  isAway = false;
  failWhileAway(overviewOf(), { data: overview('Ludhiana, Punjab') });
  failWhileAway('GET /api/v1/market/news', { data: [], ...end });
  const { at, goTo } = openApp('/Market');
  await screen.findByText('Live Data');
  isAway = true;
  await goTo('/Market/news');
  await screen.findByText(away);
  await screen.findByRole('button', { name: 'Retry' });
  expect(at()).toMatch(/^\/Market\/news/);
  isAway = false;
  await heading('No market news yet', 2);
  expect(screen.queryByText(away)).toBeNull();
});

it('says offline which screens need a connection, and opens them when it is back', async () => {
  server.give(overviewOf(), () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return Response.json({
      statusCode: 200,
      success: true,
      message: '',
      data: overview('Ludhiana, Punjab'),
    });
  });
  server.succeed('GET /api/v1/post/feed', [], end);
  const { goTo } = openApp('/');
  await heading('Welcome to Upaj, Asha Rani');
  act(() => onlineManager.setOnline(false));
  const banner = await screen.findByText('You are offline. You can still read what has been loaded.');
  expect(banner.closest('header')?.className).toContain('sticky');
  await goTo('/Market');
  await screen.findByText('Network error. Please check your connection.');
  screen.getByRole('button', { name: 'Retry' });
  isAway = false;
  act(() => onlineManager.setOnline(true));
  await screen.findByText('Live Data');
});

it('preserves typed text, and sends it once the server is back', async () => {
  server.forget(me);
  server.refuse(me, 'NOT_LOGGED_IN');
  server.refuse('GET /api/v1/users/providers', 'NOT_FOUND');
  const logIn = 'POST /api/v1/users/login';
  failWhileAway(logIn, { data: { user: { _id: 'u1', fullName: 'Asha', isComplete: true } } });
  server.succeed('GET /api/v1/post/feed', [], end);
  const { at } = openApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'asha@upaj.example');
  await userEvent.type(screen.getByLabelText('Password'), 'mandi-2026');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await send();
  await screen.findAllByText(/^Upaj cannot be reached right now. Please try again/);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@upaj.example');
  isAway = false;
  await send();
  await waitFor(() => expect(at()).toBe('/'));
});
