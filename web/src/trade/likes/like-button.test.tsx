// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Post } from '@upaj/contract/trade/posts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postKeys } from '#trade/posts/post-cache.ts';
import { LikeButton } from './like-button.tsx';

const post = { _id: 'p1', isLiked: false, likesCount: 12 } as Post;
const calls: { method: string; answer: (status: number, body: unknown) => void }[] = [];

function Screen() {
  const { data } = useQuery({ queryKey: postKeys.one('p1'), queryFn: () => post, staleTime: Infinity });
  return data ? <LikeButton post={data} /> : null;
}

const button = () => screen.getByRole('button');
const liked = (likesCount: number) => ({ success: true, data: { isLiked: true, likesCount } });
const refused = { success: false, code: 'UNEXPECTED', message: 'No', errors: [] };

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    return new Promise<Response>((resolve) => {
      calls.push({
        method: String(init.method),
        answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
      });
    });
  });
  const client = new QueryClient();
  client.setQueryData(postKeys.one('p1'), post);
  client.setQueryData(postKeys.lists, { pages: [{ data: [post] }], pageParams: [] });
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
});
afterEach(() => cleanup());

it('counts at once, and then shows the server’s count', async () => {
  await userEvent.click(button());
  expect(button().getAttribute('aria-pressed')).toBe('true');
  expect(button().textContent).toBe('13');
  calls[0]!.answer(200, liked(15));
  await waitFor(() => expect(button().textContent).toBe('15'));
});

it('undoes a like that fails', async () => {
  await userEvent.click(button());
  calls[0]!.answer(500, refused);
  await waitFor(() => expect(button().textContent).toBe('12'));
  expect(button().getAttribute('aria-pressed')).toBe('false');
});

it('sends quick presses one after the other and returns to the confirmed state', async () => {
  await userEvent.click(button());
  await userEvent.click(button());
  expect(button().textContent).toBe('12');
  expect(calls.map(({ method }) => method)).toEqual(['POST']);
  calls[0]!.answer(200, liked(13));
  await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE']));
  expect(button().getAttribute('aria-pressed')).toBe('false');
  calls[1]!.answer(500, refused);
  await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'));
  expect(button().textContent).toBe('13');
});
