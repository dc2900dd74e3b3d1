// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageOf } from '../../test/texts.ts';
import { stubServer } from '../../test/stub-server.tsx';
import { makeQueryClient } from './query-client.ts';
import { leaveSession } from '#people/users/session.ts';
import { makeRouter } from './router.ts';

const read = 'POST /api/v1/appeals/link';
const decision = {
  _id: 'd1',
  action: 'suspend',
  reason: 'fraud',
  text: 'You took money for goods that were not there.',
  until: null,
  createdAt: '2026-11-02T08:00:00Z',
  isAutomatic: false,
  isAppealed: false,
  undone: null,
  kind: 'user',
  title: '',
  canAppeal: true,
  isUpheld: false,
};

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', () => {});
  server = stubServer();
  server.refuse('GET /api/v1/users/current-user', 'NOT_LOGGED_IN');
});
afterEach(() => cleanup());

function open(address: string) {
  window.history.replaceState(null, '', address);
  const client = makeQueryClient();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={makeRouter(client)} />
    </QueryClientProvider>,
  );
  return client;
}
const typed = () => screen.findByLabelText<HTMLTextAreaElement>('Why is it wrong?');

it('shows the decision to a visitor, removes the token from the address, and sends the appeal with it', async () => {
  server.succeed(read, decision);
  server.succeed('POST /api/v1/appeals/link/send', { ...decision, isAppealed: true, canAppeal: false });
  open('/appeal#the.token');
  await screen.findByText('You took money for goods that were not there.');
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  fireEvent.input(screen.getByLabelText('Why is it wrong?'), { target: { value: 'He has the goods.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await screen.findByText('You appealed. Another moderator will decide.');
  expect(server.calls.filter(({ key }) => key.startsWith('POST'))).toEqual([
    { key: read, body: { token: 'the.token' } },
    { key: 'POST /api/v1/appeals/link/send', body: { token: 'the.token', text: 'He has the goods.' } },
  ]);
});

it('keeps the link and the typed text over a reload, until the appeal is sent', async () => {
  server.succeed(read, decision);
  server.succeed('POST /api/v1/appeals/link/send', { ...decision, isAppealed: true, canAppeal: false });
  open('/appeal#the.token');
  fireEvent.change(await typed(), { target: { value: 'He has the goods.' } });
  await waitFor(() => expect(window.location.hash).toBe(''));
  cleanup();
  open('/appeal');
  expect((await typed()).value).toBe('He has the goods.');
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await screen.findByText('You appealed. Another moderator will decide.');
  expect(server.calls.at(-1)?.body).toEqual({ token: 'the.token', text: 'He has the goods.' });
  expect({ ...sessionStorage }).toEqual({});
});

it('keeps nothing of an appeal after a log-out', async () => {
  server.succeed(read, decision);
  const client = open('/appeal#the.token');
  fireEvent.change(await typed(), { target: { value: 'He has the goods.' } });
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(JSON.stringify({ ...sessionStorage })).toContain('the.token');
  act(() => leaveSession(client));
  expect({ ...sessionStorage }).toEqual({});
});

it('leads to the log-in when the decision was taken back', async () => {
  server.succeed(read, {
    ...decision,
    canAppeal: false,
    undone: { at: '2026-11-03T08:00:00Z', reason: 'mistake', text: 'Sorry.' },
  });
  open('/appeal#the.token');
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/login');
  screen.getByText(/^Taken back on .* Sorry\.$/);
});

it.each(['/appeal', '/appeal#old'])('says that the link no longer works: %s', async (address) => {
  server.refuse(read, 'APPEAL_LINK_INVALID');
  open(address);
  await screen.findByText(messageOf('APPEAL_LINK_INVALID'));
  screen.getByRole('link', { name: 'Log in' });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
