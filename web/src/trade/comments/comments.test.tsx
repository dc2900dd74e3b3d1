// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postKeys } from '#trade/posts/post-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { commentName, Comments } from './comments.tsx';

const router = vi.hoisted(() => ({
  state: { location: { hash: '' } },
  navigate: vi.fn<(to: object) => void>(),
}));
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => router,
  Link: ({ params, children }: { params: { username: string }; children: ReactNode }) => (
    <a href={`/user/${params.username}`}>{children}</a>
  ),
}));

const list = 'GET /api/v1/post/p1/comments';
const send = 'POST /api/v1/post/p1/comments';
const remove = 'DELETE /api/v1/post/p1/comments/1';
const page = { page: { nextCursor: null, total: 0 } };
const asha = { _id: 'asha', username: 'asha', fullName: 'Asha Rani', avatar: null, isVerified: true };
const ravi = { _id: 'ravi', username: 'ravi', fullName: 'Ravi Kumar', avatar: null, isVerified: false };
const comment = (_id: string, more: Partial<Comment> = {}): Comment => ({
  _id,
  text: 'Is it dry?\nHow many bags?',
  createdAt: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString(),
  author: ravi,
  ...more,
});
const answer = comment('2', { author: asha, text: 'Yes, 40 bags' });
const question = 'Ravi Kumar, Is it dry? How many bags?';
let server: ReturnType<typeof stubServer>;
/** The fake server returns this count. */
let counted: number | undefined;

beforeEach(() => {
  counted = undefined;
  router.state.location.hash = '';
  server = stubServer();
});
afterEach(() => cleanup());

/** Reads the post from the cache, like the screen. The seller is Asha. */
function Screen({ post }: { post: Post }) {
  const { data } = useQuery({
    queryKey: postKeys.one('p1'),
    queryFn: () => ({ ...post, comments: counted ?? post.comments }),
    staleTime: Infinity,
  });
  return (
    data && <Comments post={data} renderReport={(_, name) => <button type="button">Report: {name}</button>} />
  );
}
function open(viewer: string, comments = 2) {
  const post = { _id: 'p1', comments, author: asha } as unknown as Post;
  const feed = [...postKeys.lists, 'feed'];
  const client = renderPart(() => <Screen post={post} />, { _id: viewer });
  client.setQueryData(feed, { pages: [{ data: [post] }], pageParams: [] });
  return {
    countInLists: () => client.getQueryData<{ pages: { data: Post[] }[] }>(feed)?.pages[0]?.data[0]?.comments,
  };
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your comment');
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const title = () => screen.getByRole('heading', { level: 2 }).textContent;
const shown = () => screen.queryAllByRole('article').map(({ textContent }) => textContent);
const sent = () => server.calls.filter(({ key }) => key === send).map(({ body }) => body as CommentForm);

describe('the list', () => {
  it('shows the authors, and marks the seller’s replies', async () => {
    server.succeed(list, [answer, comment('1')], page);
    open('meena');
    const [first, second] = await screen.findAllByRole('article');
    expect(title()).toBe('Questions and comments (2)');
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/user/asha');
    within(first!).getByText('Seller');
    within(first!).getByLabelText('Verified');
    expect(within(second!).queryByText('Seller')).toBeNull();
    expect(within(second!).queryByLabelText('Verified')).toBeNull();
    expect(second!.textContent).toContain('Is it dry?\nHow many bags?');
    expect(second!.textContent).toContain('3h ago');
  });

  it('shows that it is empty, and who sees a comment', async () => {
    server.succeed(list, [], page);
    open('asha', 0);
    await screen.findByRole('heading', { name: 'No comments yet' });
    expect(title()).toBe('Questions and comments');
    screen.getByText(/^Answer buyers’ questions/);
  });

  it('shows no count when empty: those of suspended users are counted', async () => {
    server.succeed(list, [], page);
    open('meena', 1);
    await screen.findByRole('heading', { name: 'No comments yet' });
    expect(title()).toBe('Questions and comments');
  });

  it('can be retried', async () => {
    server.refuse(list, 'UNEXPECTED');
    server.succeed(list, [answer], page);
    open('meena');
    await screen.findByRole('heading', { name: 'The comments could not be loaded' });
    await press('Retry');
    await screen.findByText('Yes, 40 bags');
  });

  it.each([
    ['another user', 'meena', ['Report: Asha Rani, Yes, 40 bags', `Report: ${question}`]],
    ['who wrote one of them', 'ravi', ['Report: Asha Rani, Yes, 40 bags', `Delete: ${question}`]],
    ['the seller', 'asha', ['Delete: Asha Rani, Yes, 40 bags', `Report: ${question}`, `Delete: ${question}`]],
  ])('shows %s their actions', async (_, viewer, names) => {
    server.succeed(list, [answer, comment('1')], page);
    open(viewer);
    await screen.findAllByRole('article');
    const buttons = within(screen.getByRole('list')).getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(names);
  });
});

it.each([
  ['x'.repeat(41), `Ravi Kumar, ${'x'.repeat(40)}…`],
  [`${'ten letter '.repeat(3)}seventeen`, `Ravi Kumar, ${'ten letter '.repeat(3)}…`.replace(' …', '…')],
  ['x'.repeat(40), `Ravi Kumar, ${'x'.repeat(40)}`],
])('is named by its author and its start: %s', (text, name) => {
  expect(commentName(comment('1', { text }))).toBe(name);
});

const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
it('scrolls to the comments once, and removes the hash for a later return', async () => {
  server.succeed(list, [answer], page);
  for (const hash of ['', 'comments']) {
    router.state.location.hash = hash;
    open('meena');
    await screen.findByRole('article');
    cleanup();
    expect(scrolled).toHaveBeenCalledTimes(hash ? 1 : 0);
  }
  const to = { hash: '', replace: true, resetScroll: false };
  expect(router.navigate).toHaveBeenCalledWith(expect.objectContaining(to));
});

describe('a comment', () => {
  it('is first in the list and counted', async () => {
    server.succeed(list, [answer], page);
    server.succeed(send, comment('9', { text: 'Can you deliver to Moga?' }));
    const { countInLists } = open('ravi');
    await screen.findByText('Yes, 40 bags');
    counted = 3;
    await write(' Can you deliver to Moga? ');
    await press('Send comment');
    await waitFor(() => expect(toasts()).toContain('Comment sent'));
    await waitFor(() => expect(shown()[0]).toContain('Can you deliver to Moga?'));
    expect(shown()).toHaveLength(2);
    expect((await field()).value).toBe('');
    expect(title()).toBe('Questions and comments (3)');
    expect(countInLists()).toBe(3);
    expect(sent()).toEqual([
      { text: 'Can you deliver to Moga?', clientId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
  });

  it('needs a text', async () => {
    server.succeed(list, [], page);
    open('ravi');
    await write(' \n ');
    await press('Send comment');
    await screen.findByText('Please write a comment');
    expect(sent()).toEqual([]);
  });

  it('that fails remains in the field, and is sent again as the same comment; the next one is another', async () => {
    server.succeed(list, [], page);
    server.succeed(list, [comment('8')], page);
    server.succeed(list, [comment('9'), comment('8')], page);
    server.loseConnection(send);
    server.refuse(send, 'TOO_MANY_REQUESTS');
    server.succeed(send, comment('8', { text: 'Is it dry?' }));
    server.succeed(send, comment('9', { text: 'Is it dry?' }));
    open('ravi');
    await write('Is it dry?');
    await press('Send comment');
    await screen.findByText(/The comment could not be sent\. Network error/);
    expect((await field()).value).toBe('Is it dry?');
    await press('Send comment');
    await screen.findByText(/The comment could not be sent\. Too many/);
    await press('Send comment');
    await waitFor(() => expect(shown()).toHaveLength(1));
    expect(screen.queryByText(/could not be sent/)).toBeNull();
    await write('Is it dry?');
    await press('Send comment');
    await waitFor(() => expect(shown()).toHaveLength(2));
    const [first, second, third, fourth] = sent().map(({ clientId }) => clientId);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('that is edited after a failure is another one', async () => {
    server.succeed(list, [], page);
    server.loseConnection(send);
    open('ravi');
    for (const text of ['Is it dry?', 'Is it very dry?']) {
      await write(text);
      await press('Send comment');
      await screen.findByRole('alert');
    }
    await waitFor(() => expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(2));
  });

  it('is shown although a list without it is still loading', async () => {
    let arrive = () => {};
    const late = new Promise<void>((resolve) => (arrive = resolve));
    server.give(list, async () => {
      await late;
      return Response.json({ success: true, data: [answer], ...page });
    });
    server.succeed(list, [comment('9', { text: 'Is it dry?' }), answer], page);
    server.succeed(send, comment('9', { text: 'Is it dry?' }));
    open('ravi');
    await write('Is it dry?');
    await press('Send comment');
    await waitFor(() => expect(toasts()).toContain('Comment sent'));
    arrive();
    await waitFor(() => expect(shown()).toHaveLength(2));
    expect(shown()[0]).toContain('Is it dry?');
  });

  it('that was stored the first time is counted once', async () => {
    server.succeed(list, [comment('1')], page);
    server.succeed(send, comment('1'));
    open('ravi', 0);
    await screen.findByRole('article');
    counted = 1;
    await write('Is it dry?\nHow many bags?');
    await press('Send comment');
    await waitFor(() => expect(toasts()).toContain('Comment sent'));
    await waitFor(() => expect([shown().length, title()]).toEqual([1, 'Questions and comments (1)']));
  });
});

describe('deleting', () => {
  const start = async (reply: string, meanwhile?: () => void) => {
    server.succeed(list, [answer, comment('1')], page);
    const opened = open('asha');
    await screen.findAllByRole('article');
    meanwhile?.();
    await press(`Delete: ${question}`);
    const dialog = await screen.findByRole('dialog', { name: 'Delete this comment?' });
    await userEvent.click(within(dialog).getByRole('button', { name: reply }));
    return opened;
  };

  it('needs a confirmation', async () => {
    await start('Cancel');
    expect(server.calls.map(({ key }) => key)).toEqual([list]);
  });

  it('removes it', async () => {
    server.succeed(remove);
    const { countInLists } = await start('Delete', () => (counted = 1));
    await waitFor(() => expect(toasts()).toContain('Comment deleted'));
    await waitFor(() => expect(shown()).toHaveLength(1));
    expect(shown()[0]).toContain('Yes, 40 bags');
    expect(title()).toBe('Questions and comments (1)');
    expect(countInLists()).toBe(1);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
  });

  it('removes a comment that was deleted elsewhere', async () => {
    server.refuse(remove, 'COMMENT_NOT_FOUND');
    const { countInLists } = await start('Delete', () => (counted = 5));
    await waitFor(() => expect(toasts()).toContain('Comment deleted'));
    await waitFor(() => expect(title()).toBe('Questions and comments (5)'));
    expect([shown().length, countInLists()]).toEqual([1, 5]);
  });

  it('that fails changes nothing', async () => {
    server.loseConnection(remove);
    await start('Delete');
    await waitFor(() => expect(toasts().join()).toContain('The comment could not be deleted. Network error'));
    expect(shown()).toHaveLength(2);
  });
});
