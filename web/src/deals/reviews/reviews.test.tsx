// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Review } from '@upaj/contract/deals/reviews';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileKeys } from '#people/profiles/profile-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { Reviews } from './reviews.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { username: string }; children: ReactNode }) => (
    <a href={`/user/${params.username}`}>{children}</a>
  ),
}));

const list = 'GET /api/v1/reviews/asha';
const mine = 'GET /api/v1/reviews/asha/mine';
const save = 'POST /api/v1/reviews/asha';
const remove = 'DELETE /api/v1/reviews/asha';
const page = { page: { nextCursor: null, total: 0 } };
const review = (_id: string, more: Partial<Review> = {}): Review => ({
  _id,
  isAfterDeal: false,
  reviewerName: 'Ravi Kumar',
  reviewerPhoto: null,
  reviewerUsername: 'ravi',
  rating: 4,
  comment: 'Clean and dry, as agreed.',
  date: '2026-11-10T08:00:00Z',
  answer: null,
  ...more,
});
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

function open({ isOwn = false, rating = 0, totalReviews = 0 } = {}) {
  const socialStats = { rating, totalReviews, totalPosts: 0 };
  const profile = { username: 'asha', fullName: 'Asha Rani', userType: 'farmer', socialStats } as const;
  return renderPart(() => <Reviews profile={profile} isOwn={isOwn} />);
}
function prepare(reviews: Review[], own: { canReview: boolean; review: Review | null }) {
  server.succeed(list, reviews, page);
  server.succeed(mine, own);
}
const nobody = { canReview: false, review: null };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const comment = () => screen.getByLabelText<HTMLTextAreaElement>('Your comment');
const write = (text: string) => fireEvent.change(comment(), { target: { value: text } });

it('shows the average, and each review with its reply', async () => {
  const answer = { text: 'Come again.', date: '2026-11-11T08:00:00Z' };
  const gone = { reviewerUsername: null, comment: '', rating: 2 };
  prepare([review('1', { answer }), review('2', gone)], nobody);
  open({ rating: 4.46, totalReviews: 2 });
  const items = await screen.findAllByRole('article');
  screen.getByText('Based on 2 reviews');
  screen.getByRole('img', { name: '4.5 out of 5 stars' });
  expect(within(items[0]!).getByRole('link').getAttribute('href')).toBe('/user/ravi');
  expect(items[0]!.textContent).toContain('Clean and dry, as agreed.');
  expect(items[0]!.textContent).toContain('10 November 2026');
  expect(items[0]!.textContent).toContain('Reply from Asha Rani');
  expect(items[0]!.textContent).toContain('Come again.');
  within(items[0]!).getByRole('img', { name: '4 out of 5 stars' });
  expect(within(items[1]!).queryByRole('link')).toBeNull();
  expect(items[1]!.textContent).toContain('Deleted account');
  expect(screen.queryByRole('button', { name: /Reply/ })).toBeNull();
});

it('shows that there are none, and why the viewer cannot write one', async () => {
  prepare([], nobody);
  open();
  await screen.findByRole('heading', { name: 'No reviews yet' });
  await screen.findByText('You can review a person after you have both sent messages to each other.');
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull();
});

describe('one’s own review', () => {
  const start = async () => {
    prepare([], { canReview: true, review: null });
    const client = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
    await screen.findByLabelText('Your comment');
    return client;
  };

  it('can be written with the keyboard, and refreshes the rating', async () => {
    server.succeed(save, review('9', { rating: 5, comment: 'Very good wheat' }));
    const client = await start();
    client.setQueryData([...profileKeys.all, 'asha'], {});
    const stars = screen.getAllByRole('radio');
    expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([
      '1 star',
      '2 stars',
      '3 stars',
      '4 stars',
      '5 stars',
    ]);
    stars[4]!.focus();
    await userEvent.keyboard(' ');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '5 stars' }).checked).toBe(true);
    write('Very good wheat');
    await press('Save review');
    await waitFor(() => expect(toasts()).toContain('Review saved'));
    expect(server.calls.find(({ key }) => key === save)?.body).toEqual({
      rating: 5,
      comment: 'Very good wheat',
    });
    await screen.findByText('Your review');
    expect(client.getQueryState([...profileKeys.all, 'asha'])?.isInvalidated).toBe(true);
  });

  it.each([
    [0, 'Very good wheat', 'Please choose 1 to 5 stars'],
    [4, ' ', 'Please write a comment'],
    [4, 'Good', 'Please write at least 10 characters'],
  ])('is refused with %d stars and %j', async (stars, text, message) => {
    await start();
    if (stars) await userEvent.click(screen.getByRole('radio', { name: `${stars} stars` }));
    write(text);
    await press('Save review');
    await screen.findByText(message);
    expect(server.calls.some(({ key }) => key === save)).toBe(false);
  });

  it.each([
    [
      'the server’s reason',
      () => server.refuse(save, 'REVIEW_NOT_ALLOWED'),
      /You can review a person after you have both sent messages/,
    ],
    ['lost connection', () => server.loseConnection(save), /Network error/],
  ])('is preserved when saving fails: %s', async (_, fail, message) => {
    fail();
    await start();
    await userEvent.click(screen.getByRole('radio', { name: '3 stars' }));
    write('Two bags were damp');
    await press('Save review');
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect(comment().value).toBe('Two bags were damp');
  });

  it('is first in the list, once, and can be changed', async () => {
    const own = review('9', { rating: 3, comment: 'Two bags were damp' });
    prepare([own, review('1')], { canReview: true, review: own });
    server.succeed(save, { ...own, rating: 4 });
    open({ rating: 3.5, totalReviews: 2 });
    await screen.findByText('Your review');
    await waitFor(() => expect(screen.getAllByText('Two bags were damp')).toHaveLength(1));
    await press('Edit');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your comment')).value).toBe(
      'Two bags were damp',
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '3 stars' }).checked).toBe(true);
  });

  it('is deleted after a confirmation', async () => {
    const own = review('9');
    prepare([own], { canReview: true, review: own });
    server.succeed(remove);
    open();
    await screen.findByText('Your review');
    await press('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete your review?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toContain('Review deleted'));
    await screen.findByRole('button', { name: 'Write a review' });
  });

  it('remains when deleting fails', async () => {
    const own = review('9');
    prepare([own], { canReview: true, review: own });
    server.loseConnection(remove);
    open();
    await screen.findByText('Your review');
    await press('Delete');
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts().join()).toContain('The review could not be deleted. Network error'));
    screen.getByText('Your review');
  });
});

describe('a reply', () => {
  const answer = 'POST /api/v1/review/1/answer';
  const start = async () => {
    server.succeed(list, [review('1')], page);
    open({ isOwn: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Reply: Ravi Kumar' }));
    return screen.findByLabelText<HTMLTextAreaElement>('Reply');
  };

  it('is sent once', async () => {
    const answered = { text: 'Come again.', date: '2026-11-12T08:00:00Z' };
    server.succeed(answer, review('1', { answer: answered }));
    fireEvent.change(await start(), { target: { value: 'Come again.' } });
    await press('Send reply');
    await waitFor(() => expect(toasts()).toContain('Reply sent'));
    screen.getByText('Come again.');
    expect(screen.queryByRole('button', { name: /Reply/ })).toBeNull();
    // Users cannot review themselves.
    expect(server.calls.some(({ key }) => key === mine)).toBe(false);
  });

  it('needs a text', async () => {
    await start();
    await press('Send reply');
    await screen.findByText('Please write a reply');
  });

  it('shows that there already is one', async () => {
    server.refuse(answer, 'ALREADY_ANSWERED');
    fireEvent.change(await start(), { target: { value: 'Come again.' } });
    await press('Send reply');
    await screen.findByText(/This review already has a reply/);
  });
});

it.each([
  [false, true],
  [true, false],
  [undefined, false],
])('tells the author of a review that it does not count: %s', async (isCounted, isTold) => {
  prepare([], { canReview: true, review: review('1', isCounted === undefined ? {} : { isCounted }) });
  open();
  await screen.findByRole('heading', { name: 'Your review' });
  expect(screen.queryByText(/^Only you see this review/) !== null).toBe(isTold);
});
