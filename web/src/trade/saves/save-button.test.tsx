// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postKeys } from '#trade/posts/post-cache.ts';
import { stubServer } from '../../../test/stub-server.tsx';
import { SaveButton } from './save-button.tsx';

const post = { _id: 'p1', isSaved: false } as Post;
let server: ReturnType<typeof stubServer>;

function Screen() {
  const { data } = useQuery({ queryKey: postKeys.one('p1'), queryFn: () => post, staleTime: Infinity });
  return data ? <SaveButton post={data} /> : null;
}

beforeEach(() => {
  server = stubServer();
  const client = new QueryClient();
  client.setQueryData(postKeys.one('p1'), post);
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
});
afterEach(() => cleanup());

const button = () => screen.getByRole('button', { name: 'Save for later' });
const isSaved = () => button().getAttribute('aria-pressed');

it('saves a post at once, and removes it again', async () => {
  server.succeed('PUT /api/v1/post/p1/save', { isSaved: true });
  server.succeed('DELETE /api/v1/post/p1/save', { isSaved: false });
  await userEvent.click(button());
  expect(isSaved()).toBe('true');
  await userEvent.click(button());
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(isSaved()).toBe('false');
});

it('undoes what fails', async () => {
  server.refuse('PUT /api/v1/post/p1/save', 'POST_NOT_FOUND');
  await userEvent.click(button());
  await waitFor(() => expect(isSaved()).toBe('false'));
});
