// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postKeys } from '#trade/posts/post-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { BlockedCard } from './blocked-card.tsx';

const list = 'GET /api/v1/blocks';
const person = (username: string, fullName: string) => ({ _id: username, username, fullName, avatar: null });
const page = (nextCursor: string | null) => ({ page: { nextCursor, total: 2 } });
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = () => renderPart(() => <BlockedCard />);
const rows = () => within(screen.getByRole('region', { name: 'Blocked people' })).queryAllByRole('listitem');

it('pages through the people', async () => {
  server.succeed(list, [person('mohan', 'Mohan Lal')], page('c2'));
  server.succeed(`${list}?cursor=c2`, [person('zoya', 'Zoya Khan')], page(null));
  open();
  await screen.findByText('Mohan Lal');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Zoya Khan');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('unblocks, and refetches the posts', async () => {
  server.succeed(list, [person('mohan', 'Mohan Lal')], page(null));
  server.succeed('DELETE /api/v1/blocks/mohan', { isBlocked: false });
  const client = open();
  client.setQueryData([...postKeys.lists, 'feed'], {});
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Mohan Lal' }));
  await screen.findByText('You have not blocked anyone.');
  await waitFor(() => expect(toasts()).toContain('Mohan Lal is no longer blocked'));
  expect(client.getQueryState([...postKeys.lists, 'feed'])?.isInvalidated).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

it('the person remains in the list when it fails', async () => {
  server.succeed(list, [person('mohan', 'Mohan Lal')], page(null));
  server.loseConnection('DELETE /api/v1/blocks/mohan');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Mohan Lal' }));
  await waitFor(() => expect(toasts()).toContain('Network error. Please check your connection.'));
  expect(rows()).toHaveLength(1);
});
