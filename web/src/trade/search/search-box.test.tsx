// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionEnded } from '#people/users/events.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { readSearches } from './recent-searches.ts';
import { SearchBox } from './search-box.tsx';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate, useSearch: () => ({}) }));

const suggestions = {
  crops: [
    { id: 'onion', en: 'Onion', name: 'Onion' },
    { id: 'spring-onion', en: 'Spring Onion', name: 'Spring Onion' },
  ],
  places: [{ state: 'Maharashtra', district: 'Pune' }],
  people: [
    {
      _id: 'p1',
      username: 'pyarelal',
      fullName: 'Pyare Lal',
      avatar: null,
      userType: 'farmer',
      isVerified: true,
      place: { state: 'Punjab', district: 'Moga' },
    },
  ],
  posts: [],
};
const nothing = { crops: [], places: [], people: [], posts: [] };
const call = (q: string) => `GET /api/v1/search?q=${q}`;
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  navigate.mockReset();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const open = () => renderPart(() => <SearchBox />, { _id: 'me' });
const field = () => screen.getByRole<HTMLInputElement>('combobox');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('suggests while typing, and a crop is searched for by its name', async () => {
  server.succeed(call('pya'), suggestions);
  open();
  await userEvent.type(field(), 'pya');
  await screen.findByRole('option', { name: 'Onion' });
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('true'));
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('option').length)).toEqual([
    2, 1, 1,
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Onion' }));
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/search', search: { q: 'Onion' } });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(readSearches('me')).toEqual(['Onion']);
});

it('can be used with the keyboard alone', async () => {
  server.succeed(call('pya'), suggestions);
  open();
  await userEvent.type(field(), 'pya');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{ArrowUp}');
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toContain('Pyare Lal');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBeNull();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(active()?.textContent).toBe('Pune, Maharashtra');
  expect(active()?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().value).toBe('pya');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(navigate).toHaveBeenCalledExactlyOnceWith({
    to: '/user/$username',
    params: { username: 'pyarelal' },
  });
});

it('shows no result of an older request', async () => {
  let answer: (response: Response) => void = () => {};
  server.give(call('py'), () => new Promise((resolve) => (answer = resolve)));
  server.succeed(call('pyaz'), { ...nothing, crops: suggestions.crops.slice(0, 1) });
  open();
  await userEvent.click(field());
  await userEvent.paste('py');
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toEqual([call('py')]));
  await userEvent.type(field(), 'az');
  await screen.findByRole('option', { name: 'Onion' });
  answer(Response.json({ success: true, data: suggestions }));
  await act(async () => undefined);
  expect(options()).toEqual(['Onion']);
});

it('searches with Enter when suggestions fail', async () => {
  server.refuse(call('pyaz'), 'UNEXPECTED');
  open();
  await userEvent.type(field(), ' pyaz ');
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/search', search: { q: 'pyaz' } });
});

it('lists recent searches, which can be repeated and removed', async () => {
  localStorage.setItem(
    'upaj-searches',
    JSON.stringify({ ownerId: 'me', searches: ['tamatar', 'gehu punjab'] }),
  );
  open();
  await userEvent.click(field());
  const recent = await screen.findByRole('region', { name: 'Recent searches' });
  await userEvent.click(within(recent).getByRole('button', { name: 'Remove tamatar' }));
  expect(readSearches('me')).toEqual(['gehu punjab']);
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/search', search: { q: 'gehu punjab' } });
  await userEvent.clear(field());
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(readSearches('me')).toEqual([]);
});

it('shows recent searches only while offline', async () => {
  localStorage.setItem('upaj-searches', JSON.stringify({ ownerId: 'me', searches: ['tamatar'] }));
  open();
  await userEvent.click(field());
  await screen.findByRole('region', { name: 'Recent searches' });
  act(() => onlineManager.setOnline(false));
  await userEvent.type(field(), 'pya');
  screen.getByRole('region', { name: 'Recent searches' });
  expect(server.calls).toEqual([]);
});

it('stores eight searches of one user, and none after the log-out', async () => {
  server.succeed(call('x'), nothing);
  open();
  for (let count = 1; count <= 9; count += 1) {
    await userEvent.clear(field());
    await userEvent.type(field(), `x${count}{Enter}`);
  }
  await userEvent.clear(field());
  await userEvent.type(field(), 'X3{Enter}');
  expect(readSearches('me')).toEqual(['X3', 'x9', 'x8', 'x7', 'x6', 'x5', 'x4', 'x2']);
  expect(readSearches('someone-else')).toEqual([]);
  sessionEnded.publish('me');
  expect(readSearches('me')).toEqual([]);
});
