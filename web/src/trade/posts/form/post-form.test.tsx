// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '#app/query-client.ts';
import { emptyValues } from './form-values.ts';
import { PostForm } from './post-form.tsx';

vi.mock('./check-post.ts', () => {
  throw new Error('offline');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leaves validation to the server when the schema does not load', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }));
  const send = vi.fn(async () => {});
  const photos = [{ id: 'a', name: 'a.webp', state: 'stored', url: '/media/a.webp' }] as const;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PostForm
        initial={{ values: { ...emptyValues, title: 'Wheat' }, photos }}
        action="Create Post"
        busyAction="Creating"
        failed="Failed"
        send={send}
        onCancel={() => {}}
        onChange={() => {}}
      />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByText('Create Post'));
  await vi.waitFor(() =>
    expect(send).toHaveBeenCalledWith(
      { values: { ...emptyValues, title: 'Wheat' }, photos },
      expect.anything(),
    ),
  );
});
