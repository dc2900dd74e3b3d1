// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileKeys, profileQuery } from '#people/profiles/profile-cache.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { FollowButton } from './follow-button.tsx';

const profileCall = 'GET /api/v1/users/user/asha';
const follow = 'POST /api/v1/follow/follow/asha';
const unfollow = 'DELETE /api/v1/follow/unfollow/asha';
const asha = {
  _id: 'a1',
  username: 'asha',
  fullName: 'Asha Rani',
  isFollowing: false,
  followersCount: 7,
  socialStats: {},
} as PublicProfile;
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

function Screen() {
  const { data } = useQuery(profileQuery('asha'));
  return (
    data && (
      <>
        <output>{data.followersCount}</output>
        <FollowButton person={data} />
      </>
    )
  );
}
async function open(profile: Partial<PublicProfile> = {}) {
  server.succeed(profileCall, { ...asha, ...profile });
  const me = { _id: 'me', followingCount: 3, socialStats: {} };
  const client = renderPart(() => <Screen />, me as never);
  await screen.findByRole('button');
  return client;
}
const button = () => screen.getByRole('button');
const count = () => screen.getByRole('status').textContent;
const calls = () => server.calls.map(({ key }) => key).filter((key) => key !== profileCall);

function hold(key: string) {
  let answer = (_response: Response | Error) => {};
  server.give(
    key,
    () =>
      new Promise((resolve, reject) => {
        answer = (response) => (response instanceof Error ? reject(response) : resolve(response));
      }),
  );
  return (response: Response | Error) => answer(response);
}
const done = (isFollowing: boolean, followersCount: number) =>
  Response.json({ success: true, data: { isFollowing, followersCount } });

it('counts at once, then shows the server’s count, and updates the caches', async () => {
  const answer = hold(follow);
  const client = await open();
  client.setQueryData([...profileKeys.people, 'followers', 'x'], {
    pages: [{ data: [{ _id: 'a1', isFollowing: false }] }],
  });
  client.setQueryData([...postKeys.lists, 'feed', { following: 'true' }], { pages: [] });
  client.setQueryData([...postKeys.lists, 'feed', {}], { pages: [] });
  await userEvent.click(button());
  expect([button().textContent, count()]).toEqual(['Following', '8']);
  expect(toasts()).not.toContain('You are now following this user!');
  answer(done(true, 12));
  await waitFor(() => expect(toasts()).toContain('You are now following this user!'));
  expect([button().textContent, count()]).toEqual(['Following', '12']);
  expect(client.getQueryData(currentUserQuery.queryKey)?.followingCount).toBe(4);
  expect(client.getQueryData([...profileKeys.people, 'followers', 'x'])).toEqual({
    pages: [{ data: [{ _id: 'a1', isFollowing: true }] }],
  });
  const isStale = (filters: object) =>
    client.getQueryState([...postKeys.lists, 'feed', filters])?.isInvalidated;
  expect([isStale({ following: 'true' }), isStale({})]).toEqual([true, false]);
});

describe('a failed follow is undone', () => {
  it.each([
    [
      'with the server’s words',
      Response.json({ success: false, code: 'BLOCKED', message: 'x', errors: [] }, { status: 403 }),
      'You cannot do this: the account is closed, or one of you has blocked the other',
    ],
    ['with words of its own', new Response('<html>', { status: 500 }), 'Failed to follow user.'],
    ['without a line', new TypeError('Failed to fetch'), 'Something went wrong while following.'],
  ])('%s', async (_, response, message) => {
    const answer = hold(follow);
    await open();
    await userEvent.click(button());
    answer(response);
    await waitFor(() => expect(toasts()).toContain(message));
    expect([button().textContent, count()]).toEqual(['Follow', '7']);
  });
});

it('never counts below zero, and returns to the earlier count', async () => {
  const answer = hold(unfollow);
  await open({ isFollowing: true, followersCount: 0 });
  await userEvent.click(button());
  expect([button().textContent, count()]).toEqual(['Follow', '0']);
  answer(new TypeError('Failed to fetch'));
  await waitFor(() => expect(button().textContent).toBe('Following'));
  expect(count()).toBe('0');
});

it.each([
  ['lost connection', new TypeError('Failed to fetch')],
  ['a refusal', Response.json({ success: false, code: 'UNEXPECTED', message: 'x' }, { status: 500 })],
])('undoes a failed unfollow without a toast: %s', async (_, response) => {
  const answer = hold(unfollow);
  await open({ isFollowing: true });
  const before = toasts();
  await userEvent.click(button());
  expect(count()).toBe('6');
  answer(response);
  await waitFor(() => expect(count()).toBe('7'));
  expect(toasts()).toEqual(before);
});

it('sends quick presses one after the other', async () => {
  const first = hold(follow);
  const second = hold(unfollow);
  const client = await open();
  await userEvent.click(button());
  await userEvent.click(button());
  expect([button().textContent, count(), calls()]).toEqual(['Follow', '7', [follow]]);
  first(done(true, 8));
  await waitFor(() => expect(calls()).toEqual([follow, unfollow]));
  expect(button().textContent).toBe('Follow');
  second(done(false, 7));
  await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)?.followingCount).toBe(3));
  expect([button().textContent, count()]).toEqual(['Follow', '7']);
});
