// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message } from '@upaj/contract/chat/messages';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearChat } from '#chat/messages/chat-storage.ts';
import { closeSendQueue } from '#chat/messages/conversations.ts';
import type { WantedReference } from './message-wanted.tsx';
import { fakeKeyRange } from '../../../test/idb-keyval.ts';
import { ChatRoom } from './room.tsx';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
vi.stubGlobal('IDBKeyRange', fakeKeyRange);
vi.mock('idb-keyval', async () => (await import('../../../test/idb-keyval.ts')).fakeIdbKeyval(kept));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const calls: { method: string; url: string; body: Record<string, unknown> | undefined }[] = [];
let isReachable: boolean;
let isBlocked: boolean;
let messages: Message[];
const day = 86_400_000;

function message(number: number, senderId: string, isRead: boolean, age = 0): Message {
  return {
    _id: `m${number}`,
    clientId: `c${number}`,
    senderId,
    receiverId: senderId === 'asha' ? 'ravi' : 'asha',
    number,
    text: `text ${number}`,
    images: [],
    imageInfo: [],
    post: null,
    wanted: null,
    offer: null,
    offerVersion: null,
    createdAt: new Date(Date.now() - age).toISOString(),
    isRead,
  };
}

beforeEach(() => {
  clearChat();
  kept.clear();
  calls.length = 0;
  isReachable = true;
  isBlocked = false;
  messages = [message(1, 'ravi', true, day), message(2, 'asha', true), message(3, 'asha', false)];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : undefined;
    calls.push({ method: String(init.method), url, body });
    if (init.method === 'POST') {
      const newMessage = { ...message(4, 'asha', false), text: body?.['text'], clientId: body?.['clientId'] };
      return new Response(JSON.stringify({ success: true, newMessage }));
    }
    if (init.method === 'PUT') return new Response(JSON.stringify({ success: true, unseen: 0 }));
    const user = {
      _id: 'ravi',
      username: 'ravi',
      fullName: 'Ravi Kumar',
      avatar: null,
      userType: 'merchant',
    };
    const room = {
      success: true,
      user: {
        ...user,
        isVerified: false,
        isOnline: true,
        lastSeen: null,
        isReachable,
        isBlocked,
        lastMessage: null,
      },
      messages,
      openOffers: [],
      dealLines: [],
      page: { nextCursor: null },
    };
    return new Response(JSON.stringify(room));
  });
});
afterEach(() => {
  cleanup();
  closeSendQueue();
});

const post = {
  _id: 'p1',
  authorId: 'ravi',
  title: 'Sharbati wheat',
  price: 31.5,
  priceUnit: 'per kg' as const,
  image: null,
  isAvailable: true,
};

const onReport = vi.fn<(messageId: string) => void>();

async function open(onCardDone = () => {}, about?: typeof post, wanted?: WantedReference) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChatRoom
        username="ravi"
        viewerId="asha"
        post={about}
        wanted={wanted}
        onCardDone={onCardDone}
        onReport={onReport}
        renderUnblock={({ username }) => <button type="button">Unblock {username}</button>}
      />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Ravi Kumar' });
}
const field = () => screen.getByRole('textbox', { name: 'Write a message' });
const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

it('groups by day and shows one tick for sent, two for read', async () => {
  await open();
  const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(headings).toEqual(['Yesterday', 'Today']);
  expect(screen.getAllByRole('img', { name: 'Read' })).toHaveLength(1);
  expect(screen.getAllByRole('img', { name: 'Sent' })).toHaveLength(1);
});

it('the other user’s messages can be reported, one’s own cannot', async () => {
  await open();
  const theirs = messages.filter(({ senderId }) => senderId === 'ravi');
  const buttons = screen.getAllByRole('button', { name: 'Report this message' });
  expect(buttons).toHaveLength(theirs.length);
  await userEvent.click(buttons[0]!);
  expect(onReport).toHaveBeenCalledWith(theirs[0]?._id);
});

it('sends by Enter, breaks the text by Shift+Enter, and sends nothing that is empty', async () => {
  await open();
  await userEvent.type(field(), '   {Enter}');
  expect(posted()).toEqual([]);
  await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(posted()).toMatchObject([{ text: 'one\ntwo' }]));
  expect((field() as HTMLTextAreaElement).value).toBe('');
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Sent' })).toHaveLength(2));
  expect(screen.getAllByText(/one\s+two/)).toHaveLength(1);
});

it('restores a half-typed message until it is sent or the user logs out', async () => {
  await open();
  await userEvent.type(field(), 'As I said');
  cleanup();
  await open();
  expect((field() as HTMLTextAreaElement).value).toBe('As I said');
  await userEvent.type(field(), '{Enter}');
  cleanup();
  await open();
  expect((field() as HTMLTextAreaElement).value).toBe('');
  await userEvent.type(field(), 'Not for the next one');
  cleanup();
  clearChat();
  await open();
  expect((field() as HTMLTextAreaElement).value).toBe('');
});

it('does not send on the Enter that ends a word of an Indian keyboard', async () => {
  await open();
  fireEvent.change(field(), { target: { value: 'नमस्ते' } });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  // Safari ends the composition before the key.
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(posted()).toEqual([]);
});

it('counts the characters left near the limit and sends nothing beyond it', async () => {
  await open();
  fireEvent.change(field(), { target: { value: 'x'.repeat(1_850) } });
  screen.getByText('150 characters left');
  fireEvent.change(field(), { target: { value: 'x'.repeat(2_001) } });
  screen.getByText('1 character too many');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(posted()).toEqual([]);
});

it('sends the post with the first message only', async () => {
  const done = vi.fn<() => void>();
  await open(done, post);
  screen.getByRole('group', { name: 'About this post' });
  await userEvent.type(field(), 'Still there?{Enter}');
  await waitFor(() => expect(posted()).toMatchObject([{ text: 'Still there?', postId: 'p1' }]));
  expect(done).toHaveBeenCalledOnce();
});

const replies = () =>
  within(screen.getByRole('group', { name: 'Quick replies' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('sends a quick reply at once and only once, and adds it to what is half typed', async () => {
  await open(undefined, post);
  expect(replies()).toEqual(['Is it available?', 'Last price?', 'Where can I see it?']);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Last price?' }));
  await waitFor(() => expect(posted()).toMatchObject([{ text: 'Last price?', postId: 'p1' }]));
  await userEvent.type(field(), 'I need 20 quintals.');
  await userEvent.click(screen.getByRole('button', { name: 'Is it available?' }));
  expect((field() as HTMLTextAreaElement).value).toBe('I need 20 quintals. Is it available?');
  expect(posted()).toHaveLength(1);
});

it('pins the last post that a message is about, and offers the replies of its seller', async () => {
  messages = [{ ...message(1, 'ravi', true), post: { ...post, authorId: 'asha' } }, message(2, 'asha', true)];
  await open();
  screen.getByRole('group', { name: 'About this post' });
  expect(screen.queryByRole('button', { name: 'Remove this post from the message' })).toBeNull();
  expect(replies()).toEqual(['Yes, it is available.', 'How much do you need?', 'You can come and see it.']);
});

it('has no quick replies about nothing or the post of somebody else', async () => {
  messages = [{ ...message(1, 'ravi', true), post: { ...post, authorId: 'someone' } }];
  await open();
  screen.getByRole('group', { name: 'About this post' });
  expect(screen.queryByRole('group', { name: 'Quick replies' })).toBeNull();
});

it('explains why writing is not possible', async () => {
  isReachable = false;
  await open();
  screen.getByText('You cannot message each other');
  expect(screen.queryByRole('textbox')).toBeNull();
  screen.getByText('text 1');
});

it('shows who blocked the other, and offers to unblock', async () => {
  isReachable = false;
  isBlocked = true;
  await open();
  screen.getByText('You have blocked this person');
  screen.getByRole('button', { name: 'Unblock ravi' });
  expect(document.body.textContent).not.toContain('closed');
});

it('shows a divider before unread messages and marks them as read when seen', async () => {
  messages = [message(1, 'ravi', true), message(2, 'ravi', false), message(3, 'ravi', false)];
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  Element.prototype.getBoundingClientRect = () => ({ top: 0, bottom: 100 }) as DOMRect;
  await open();
  screen.getByText('New messages');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'PUT')?.url).toBe('/api/v1/messages/mark/m3');
});

it('warns the reader of a message that asks for a PIN, not its writer', async () => {
  const text = 'Enter your UPI PIN';
  messages = [
    { ...message(1, 'ravi', true), text },
    { ...message(2, 'asha', true), text },
    { ...message(3, 'ravi', true), text: '✅ Deal 12 paid' },
  ];
  await open();
  expect(await screen.findAllByText(text)).toHaveLength(2);
  expect(screen.getAllByText(/To receive money, you never approve/)).toHaveLength(1);
  expect(screen.getByText(/This is not a message from Upaj/)).toBeTruthy();
});
