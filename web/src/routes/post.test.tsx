// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../test/stub-server.tsx';
import { PostScreen } from './post.tsx';

const line = vi.hoisted(() => ({ isCut: true }));
let goToHash: (hash: string) => void;
vi.mock('@tanstack/react-router', () => ({
  getRouteApi: () => ({ useParams: () => ({ postId: 'p1' }) }),
  useRouter: () => ({}),
  useCanGoBack: () => false,
  useLocation: () => {
    const [hash, setHash] = useState('');
    goToHash = setHash;
    return { hash };
  },
  useNavigate: () => () => {},
  Link: () => null,
}));
vi.mock('#trade/posts/post-details.tsx', async (original) => ({
  ...(await original<object>()),
  PostDetails: ({ children }: { children: ReactNode }) => (
    <>
      <h1>Sharbati wheat</h1>
      {children}
    </>
  ),
}));
vi.mock('#trade/share/share-post.tsx', () => ({ SharePost: () => null }));
vi.mock('#trade/posts/more-posts.tsx', () => ({ MorePosts: () => null }));
vi.mock('#trade/comments/comments.tsx', () => ({
  get Comments() {
    if (line.isCut) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <h2>Questions and comments</h2>;
  },
}));
let reachers: (() => void)[] = [];
const reachAll = () => reachers.forEach((reach) => reach());
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(onSeen: (entries: object[]) => void) {
      reachers.push(() => onSeen([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  },
);
afterEach(() => {
  cleanup();
  reachers = [];
});

it('loads the code of the comments when the reader comes near, with a retry if it fails', async () => {
  stubServer().succeed('GET /api/v1/post/p1', { _id: 'p1', title: 'Sharbati wheat', author: { _id: 'a' } });
  renderPart(() => <PostScreen />);
  await screen.findByRole('heading', { level: 1, name: 'Sharbati wheat' });
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => reachAll());
  await screen.findByRole('heading', { level: 2, name: 'The comments could not be loaded' });
  line.isCut = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 2, name: 'Questions and comments' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('loads the code of the comments when a link on the same post leads to them', async () => {
  line.isCut = false;
  stubServer().succeed('GET /api/v1/post/p1', { _id: 'p1', title: 'Sharbati wheat', author: { _id: 'a' } });
  renderPart(() => <PostScreen />);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  act(() => goToHash('comments'));
  await screen.findByRole('heading', { level: 2, name: 'Questions and comments' });
});

it.each([true, undefined])('shows authors that their post is hidden: %s', async (isHidden) => {
  const post = { _id: 'p1', title: 'Sharbati wheat', isHidden, author: { _id: 'a' } };
  stubServer().succeed('GET /api/v1/post/p1', post);
  renderPart(() => <PostScreen />);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryAllByText(/Only you can see it/)).toHaveLength(isHidden ? 1 : 0);
});
