// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../test/stub-server.tsx';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

const call = 'GET /api/v1/users/user/asha';
const page = { page: { nextCursor: null, total: 0 } };
const asha = {
  _id: 'a1',
  username: 'asha',
  fullName: 'Asha Rani',
  userType: 'merchant',
  avatar: null,
  coverImage: null,
  bio: 'Wholesale since 2009.',
  majorProduct: 'Onion',
  isVerified: true,
  isOnline: false,
  lastSeen: null,
  createdAt: '2025-03-01T08:00:00Z',
  joinedDate: '2025-03-01T08:00:00Z',
  rating: 4.46,
  totalPosts: 3,
  socialStats: { rating: 4.46, totalReviews: 12, totalPosts: 3 },
  followersCount: 1,
  followingCount: 8,
  achievements: [{ icon: 'ten-posts', title: 'x' }],
  record: { completed: 12, confirmedPercent: 98, paymentDays: 2 },
  farmDetails: { farmSize: '', experience: '', certifications: ['FSSAI'] },
  businessDetails: { businessName: 'Rani Traders', specialization: 'Onion', experience: '15 years' },
  contactInfo: { phone: null, whatsapp: null, email: null, isHidden: false },
  address: { state: 'Punjab', district: 'Moga', city: 'Moga', village: 'Dala', pincode: '142001' },
  isFollowing: false,
  isBlocked: false,
};
const me = {
  ...asha,
  _id: 'm1',
  username: 'Gurpreet',
  fullName: 'Gurpreet Singh',
  userType: 'farmer',
  email: 'g@upaj.example',
  contact: '9876543210',
  aadhaarNumber: 'XXXX XXXX 1234',
  contactInfo: { phone: '9876543210', whatsapp: null, email: 'g@upaj.example', isHidden: false },
  isComplete: true,
};
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  server = stubServer();
  server.succeed('GET /api/v1/users/current-user', { user: me });
  server.succeed('GET /api/v1/users/profile', me);
  for (const list of [
    'post/current-posts',
    'post/user-posts/asha',
    'post/feed',
    'post/feed?following=true',
    'follow/followers/asha',
    'follow/following/asha',
    'reviews/asha',
    'reviews/Gurpreet',
  ])
    server.succeed(`GET /api/v1/${list}`, [], page);
  server.succeed('GET /api/v1/reviews/asha/mine', { canReview: false, review: null });
});
afterEach(() => cleanup());

function open(path: string) {
  window.history.replaceState(null, '', path);
  const client = makeQueryClient();
  const router = makeRouter(client);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.href;
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const main = () => screen.getByRole('main').textContent;

describe('another user’s profile', () => {
  it('shows that it loads, and then the user', async () => {
    let answer = () => {};
    server.give(
      call,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json({ success: true, data: asha }));
        }),
    );
    open('/user/asha');
    await screen.findByText('Loading profile...');
    answer();
    await title('Asha Rani Verified');
    const shown = [
      '@asha',
      'Merchant',
      'Moga, Punjab',
      'Wholesale since 2009.',
      'Onion',
      'Joined 1 March 2025',
    ];
    for (const text of [...shown, '4.5', '12 reviews', 'Ten posts', '3 posts', '1 follower', '8 following'])
      expect(main()).toContain(text);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Posts (3)',
      'About',
      'Reviews (12)',
    ]);
    await screen.findByRole('heading', { name: 'No posts to show' });
    screen.getByText("This user hasn't shared any products yet.");
  });

  it('shows the user and the business, and puts the tab in the address', async () => {
    server.succeed(call, asha);
    const at = open('/user/asha');
    await title('Asha Rani Verified');
    await tab('About');
    for (const text of ['2025', 'Business details', 'Rani Traders', '15 years', 'Dala', '142001', 'FSSAI'])
      expect(main()).toContain(text);
    expect(main()).not.toContain('Email');
    await waitFor(() => expect(at()).toBe('/user/asha?tab=about'));
    await tab('Reviews (12)');
    await screen.findByRole('heading', { name: 'No reviews yet' });
    screen.getByText('Based on 12 reviews');
  });

  it.each([
    [{ isOnline: true }, 'Online'],
    [{ lastSeen: new Date(Date.now() - 7_500_000).toISOString() }, 'Last seen 2h ago'],
  ])('shows the online state: %j', async (presence, text) => {
    server.succeed(call, { ...asha, ...presence });
    open('/user/asha');
    await screen.findByText(text);
  });

  it('that does not exist links to the home page', async () => {
    server.refuse(call, 'USER_NOT_FOUND');
    const at = open('/user/asha');
    const alert = await screen.findByRole('alert');
    within(alert).getByRole('heading', { name: 'Error' });
    within(alert).getByText('User profile not found.');
    await press('Retry');
    await waitFor(() => expect(at()).toBe('/'));
  });

  it('that did not load can be retried', async () => {
    server.refuse(call, 'UNEXPECTED');
    server.succeed(call, asha);
    open('/user/asha');
    await screen.findByText('Unexpected error. Please try again.');
    await press('Retry');
    await title('Asha Rani Verified');
  });

  it('of a blocked user shows no posts and no contact', async () => {
    server.succeed(call, { ...asha, isBlocked: true });
    open('/user/asha');
    await screen.findByRole('heading', { name: 'You have blocked this person' });
    for (const name of ['Start Chat', 'Follow Asha Rani', 'Show Contact'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(server.calls.some(({ key }) => key.includes('user-posts'))).toBe(false);
  });

  it('links to its lists of people, and back', async () => {
    server.succeed(call, asha);
    const at = open('/user/asha');
    await userEvent.click(await screen.findByRole('link', { name: '1 follower' }));
    await screen.findByRole('heading', { name: 'No followers yet' });
    await userEvent.click(screen.getByRole('link', { name: 'Following' }));
    await screen.findByRole('heading', { name: 'Not following anyone yet' });
    expect(at()).toBe('/user/asha/following');
    window.history.back();
    await title('Asha Rani Verified');
  });
});

describe('one’s own profile', () => {
  it('opens for one’s own name, in any letter case', async () => {
    const at = open('/user/gurpreet');
    await title('Gurpreet Singh Verified');
    expect(at()).toBe('/Profile');
    expect(server.calls.some(({ key }) => key.includes('/users/user/'))).toBe(false);
  });

  it('suggests completing it', async () => {
    open('/profile');
    await screen.findByRole('heading', { name: 'No posts yet' });
    screen.getByText('Start sharing your amazing products with the farming community!');
    screen.getByRole('link', { name: 'Create Your First Post' });
    within(screen.getByRole('main')).getByRole('link', { name: 'Settings' });
    for (const name of ['Edit Profile', 'Share Profile']) screen.getByRole('button', { name });
    screen.getByLabelText('Add Cover');
    await tab('About');
    for (const text of ['g@upaj.example', '9876543210', 'XXXX XXXX 1234', 'Farm details', 'Rani Traders'])
      expect(main()).toContain(text);
  });

  it('lists saved posts, and links to the saved searches', async () => {
    server.succeed('GET /api/v1/users/saved-posts', [], page);
    server.succeed('GET /api/v1/saved-searches', [
      {
        _id: 's1',
        query: { cropType: 'Onion', state: 'Maharashtra', district: 'Nashik', priceRange: '0-50' },
        createdAt: me.createdAt,
      },
    ]);
    server.succeed('DELETE /api/v1/saved-searches/s1');
    const at = open('/Profile');
    await screen.findByRole('heading', { name: 'No posts yet' });
    await tab('Saved posts');
    expect(at()).toBe('/Profile?tab=saved');
    await screen.findByRole('heading', { name: 'No saved posts yet' });
    await userEvent.click(screen.getByRole('link', { name: 'Saved searches' }));
    await title('Saved searches');
    const link = await screen.findByRole('link', { name: 'Onion · Nashik · up to ₹50' });
    expect(link.getAttribute('href')).toBe(
      '/Crops?cropType=Onion&state=Maharashtra&district=Nashik&priceRange=0-50',
    );
    await press('Remove saved search: Onion · Nashik · up to ₹50');
    await screen.findByRole('heading', { name: 'No saved searches yet' });
  });

  it('shows what has changed since the log-in', async () => {
    server.forget('GET /api/v1/users/profile');
    server.succeed('GET /api/v1/users/profile', { ...me, followersCount: 42 });
    open('/Profile');
    await screen.findByRole('link', { name: '42 followers' });
  });

  it('shows the cached data when loading fails', async () => {
    server.forget('GET /api/v1/users/profile');
    server.refuse('GET /api/v1/users/profile', 'UNEXPECTED');
    open('/Profile');
    await screen.findByRole('heading', { name: 'No posts yet' });
    await title('Gurpreet Singh Verified');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why there is no list of posts', async () => {
    server.forget('GET /api/v1/post/current-posts');
    server.refuse('GET /api/v1/post/current-posts', 'UNEXPECTED');
    open('/Profile');
    await screen.findByRole('heading', { name: 'Failed to fetch posts' });
  });
});

it('an empty following feed suggests following people, and links to all posts', async () => {
  const at = open('/?following=true');
  await screen.findByRole('heading', { name: 'No posts from people you follow' });
  screen.getByRole('button', { name: 'Remove filter: Following' });
  await press('View all posts');
  await waitFor(() => expect(at()).toBe('/'));
  await screen.findByRole('heading', { name: 'No posts available' });
});
