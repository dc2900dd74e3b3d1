// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let frames: FrameRequestCallback[];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {};
      disconnect = () => {};
    },
  );
  vi.resetModules();
});
afterEach(cleanup);

const items = Array.from({ length: 8 }, (_, index) => ({ _id: `post ${index + 1}` }));
const list = {
  data: { pages: [{ data: items }] },
  error: null,
  isPending: false,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  hasNextPage: false,
  refetch: () => {},
  fetchNextPage: () => {},
};

async function show(): Promise<void> {
  const { PagedList } = await import('./paged-list.tsx');
  render(
    <PagedList
      list={list}
      renderItem={({ _id }) => _id}
      empty={null}
      texts={{ failed: '', loading: '', more: '' }}
      skeletons={null}
      className=""
    />,
  );
}
const shown = () => screen.getAllByRole('listitem').length;
/** An effect requests the frame, so it may come after the items are shown. */
async function passFrame(): Promise<void> {
  await waitFor(() => expect(frames).not.toEqual([]));
  frames.shift()?.(0);
}
const end = () => screen.queryByText('You’ve reached the end');

it('shows three posts first, then three more after each frame, then the end', async () => {
  await show();
  expect([shown(), end()]).toEqual([3, null]);
  await passFrame();
  await waitFor(() => expect(shown()).toBe(6));
  expect(end()).toBeNull();
  await passFrame();
  await waitFor(() => expect(shown()).toBe(8));
  expect(end()).not.toBeNull();
  // The next list is complete at once, so that Back finds its place.
  cleanup();
  await show();
  expect(shown()).toBe(8);
});
