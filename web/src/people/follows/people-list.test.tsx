// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { People } from './people-list.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { username: string }; children: ReactNode }) => (
    <a href={`/user/${params.username}`}>{children}</a>
  ),
}));

const call = 'GET /api/v1/follow/followers/gurpreet';
const person = (username: string, more: object = {}) => ({
  _id: username,
  username,
  fullName: username,
  avatar: null,
  userType: 'farmer',
  isVerified: true,
  place: { state: 'Punjab', district: 'Moga', city: '' },
  isFollowing: false,
  ...more,
});
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (list: 'followers' | 'following' = 'followers') =>
  renderPart(() => <People list={list} username="gurpreet" />, { _id: 'me' });

it('shows the people, with a follow button except for the viewer', async () => {
  const people = [person('asha'), person('me'), person('ravi', { isFollowing: true, isVerified: false })];
  server.succeed(call, people, { page: { nextCursor: null, total: 3 } });
  open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByRole('button')?.textContent)).toEqual([
    'Follow',
    undefined,
    'Following',
  ]);
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/user/asha');
  expect(rows[0]!.textContent).toContain('Farmer');
  expect(rows[0]!.textContent).toContain('Moga, Punjab');
  expect(within(rows[0]!).getByLabelText('Verified')).toBeTruthy();
  expect(within(rows[2]!).queryByLabelText('Verified')).toBeNull();
});

it.each([
  ['followers', 'No followers yet'],
  ['following', 'Not following anyone yet'],
] as const)('shows that there are no %s', async (list, text) => {
  server.succeed(`GET /api/v1/follow/${list}/gurpreet`, [], { page: { nextCursor: null, total: 0 } });
  open(list);
  await screen.findByRole('heading', { name: text });
});

it('offers to show more people when the next page fails', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSeen: (entries: object[]) => void) {
        setTimeout(() => onSeen([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  server.succeed(call, [person('asha')], { page: { nextCursor: 'c', total: 2 } });
  server.refuse(`${call}?cursor=c`, 'UNEXPECTED');
  server.succeed(`${call}?cursor=c`, [person('ravi')], { page: { nextCursor: null, total: 2 } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more people' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

it('can be retried', async () => {
  server.refuse(call, 'UNEXPECTED');
  open();
  await screen.findByText('This list could not be loaded');
  screen.getByRole('button', { name: 'Retry' });
});
