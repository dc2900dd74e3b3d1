// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { timings } from '@upaj/contract/limits';
import type { MouseEvent, ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChatLink } from './chat-link.tsx';

interface LinkProps {
  params: { userId: string };
  children: ReactNode;
  onClick: (event: MouseEvent) => void;
  'aria-busy'?: boolean;
}

const { navigate } = vi.hoisted(() => ({ navigate: vi.fn<(to: object) => void>() }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => navigate,
  Link: ({ params, children, onClick, 'aria-busy': isBusy }: LinkProps) => (
    <a href={`/chat/${params.userId}`} aria-busy={isBusy} onClick={onClick}>
      {children}
    </a>
  ),
}));

beforeEach(() => {
  navigate.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const draw = () =>
  render(
    <ChatLink username="asha" postId="p1" busyText="Starting chat…">
      Start Chat
    </ChatLink>,
  );
const link = () => screen.getByRole('link');

it('is busy for half a second before the chat opens, with its post', () => {
  draw();
  expect(fireEvent.click(link())).toBe(false);
  expect([link().getAttribute('aria-busy'), link().textContent]).toEqual(['true', 'Starting chat…']);
  act(() => void vi.advanceTimersByTime(timings.startChat - 1));
  fireEvent.click(link());
  expect(navigate).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(navigate.mock.calls).toEqual([
    [{ to: '/chat/$userId', params: { userId: 'asha' }, search: { post: 'p1' } }],
  ]);
});

it('does not navigate when the user went elsewhere meanwhile', () => {
  const { unmount } = draw();
  fireEvent.click(link());
  unmount();
  vi.advanceTimersByTime(timings.startChat);
  expect(navigate).not.toHaveBeenCalled();
});

it('lets the browser open another tab', () => {
  draw();
  link().addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(link(), { ctrlKey: true });
  expect(link().hasAttribute('aria-busy')).toBe(false);
});
