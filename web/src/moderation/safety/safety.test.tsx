// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileQuery } from '#people/profiles/profile-cache.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { BlockedNote } from './block.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Report, ReportButton } from './report.tsx';

const profileCall = 'GET /api/v1/users/user/asha';
const block = 'POST /api/v1/blocks/asha';
const unblock = 'DELETE /api/v1/blocks/asha';
const report = 'POST /api/v1/reports';
const postId = '0199aaaa-0000-7000-8000-000000000001';
const personId = '0199aaaa-0000-7000-8000-000000000002';
const asha = {
  _id: personId,
  username: 'asha',
  fullName: 'Asha Rani',
  isBlocked: false,
  isFollowing: true,
  socialStats: {},
};
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

function Screen() {
  const { data } = useQuery(profileQuery('asha'));
  if (!data) return null;
  return (
    <>
      <output>{data.isFollowing ? 'following' : 'not following'}</output>
      <PersonMenu person={data} />
      {data.isBlocked && <BlockedNote person={data} />}
    </>
  );
}
async function open(isBlocked = false) {
  server.succeed(profileCall, { ...asha, isBlocked, isFollowing: !isBlocked });
  server.succeed(profileCall, { ...asha, isBlocked: !isBlocked, isFollowing: false });
  const client = renderPart(() => <Screen />);
  await screen.findByRole('button', { name: 'More' });
  return client;
}
const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('button', { name }));
};
const answer = async (title: string, name: string) => {
  const question = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(question).getByRole('button', { name }));
};

describe('the menu', () => {
  it('opens and closes by its button, Escape, and a press elsewhere', async () => {
    await open();
    const button = screen.getByRole('button', { name: 'More' });
    const isOpen = () => screen.queryByRole('button', { name: 'Block' }) !== null;
    await userEvent.click(button);
    expect([isOpen(), button.getAttribute('aria-expanded')]).toEqual([true, 'true']);
    await userEvent.keyboard('{Escape}');
    expect([isOpen(), document.activeElement]).toEqual([false, button]);
    await userEvent.click(button);
    await userEvent.click(document.body);
    expect(isOpen()).toBe(false);
  });
});

describe('a block', () => {
  it('needs a confirmation, ends the follow, and refetches lists', async () => {
    server.succeed(block, { isBlocked: true });
    const client = await open();
    client.setQueryData([...postKeys.lists, 'feed'], {});
    await choose('Block');
    await answer('Block Asha Rani?', 'Cancel');
    expect(server.calls.map(({ key }) => key)).toEqual([profileCall]);
    await choose('Block');
    await answer('Block Asha Rani?', 'Block');
    await waitFor(() => expect(toasts()).toContain('Asha Rani is blocked'));
    await screen.findByRole('heading', { name: 'You have blocked this person' });
    screen.getByText('not following');
    expect(client.getQueryState([...postKeys.lists, 'feed'])?.isInvalidated).toBe(true);
  });

  it('is lifted from the message above the chat', async () => {
    server.succeed(unblock, { isBlocked: false });
    await open(true);
    await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));
    await answer('Unblock Asha Rani?', 'Unblock');
    await waitFor(() => expect(toasts()).toContain('Asha Rani is no longer blocked'));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'You have blocked this person' })).toBeNull(),
    );
  });

  it.each([
    [false, block, 'Block', 'This person could not be blocked. Network error'],
    [true, unblock, 'Unblock', 'This person could not be unblocked. Network error'],
  ])('shows a failure (blocked: %s)', async (isBlocked, call, name, message) => {
    server.loseConnection(call);
    await open(isBlocked);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getAllByRole('button', { name })[0]!);
    await answer(`${name} Asha Rani?`, name);
    await waitFor(() => expect(toasts().join()).toContain(message));
  });
});

describe('a report', () => {
  const start = async () => {
    renderPart(() => <ReportButton kind="post" targetId={postId} />);
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    await screen.findByRole('dialog', { name: 'Report this post' });
  };
  const details = () => screen.getByLabelText<HTMLTextAreaElement>(/^More details/);
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  const fraud = 'Fraud: takes money and does not deliver';

  it.each([
    [fraud, 'fraud'],
    ['Wrong price or quantity', 'wrong-price'],
    ['Not a farm product', 'not-produce'],
    ['Insults or threats', 'abuse'],
    ['Spam or repeated advertising', 'spam'],
    ['Something else', 'other'],
  ])('for %j is sent', async (label, reason) => {
    server.succeed(report);
    await start();
    await userEvent.click(screen.getByRole('radio', { name: label }));
    await send();
    await waitFor(() => expect(toasts()).toContain('Thank you. We will review your report.'));
    expect(server.calls).toEqual([
      { key: report, body: { kind: 'post', targetId: postId, reason, details: '' } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('needs a reason', async () => {
    await start();
    fireEvent.change(details(), { target: { value: 'Took ₹500' } });
    await send();
    await screen.findByText('Please choose a reason');
    expect(server.calls).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: fraud }));
    expect(screen.queryByText('Please choose a reason')).toBeNull();
  });

  it.each([
    ['lost connection', () => server.loseConnection(report), /The report could not be sent\. Network error/],
    ['a limit', () => server.refuse(report, 'TOO_MANY_REQUESTS'), /The report could not be sent\. Too many/],
  ])('is preserved when sending fails: %s', async (_, fail, message) => {
    fail();
    await start();
    await userEvent.click(screen.getByRole('radio', { name: fraud }));
    fireEvent.change(details(), { target: { value: 'Took ₹500' } });
    await send();
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect(details().value).toBe('Took ₹500');
  });

  it('shows moderators those messages of the chat that are chosen, at most ten', async () => {
    server.succeed(report);
    const messages = Array.from({ length: 12 }, (_, index) => ({
      _id: `0199aaaa-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
      name: index % 2 === 0 ? 'Asha Rani' : null,
      text: index === 11 ? '' : `Message ${index}`,
      hasOffer: index === 11,
    }));
    renderPart(() => <Report kind="message" targetId={postId} messages={messages} onClose={() => {}} />);
    await userEvent.click(await screen.findByText('Show the moderators more of this chat'));
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    await userEvent.click(screen.getByRole('checkbox', { name: 'You: Offer' }));
    for (const box of boxes.slice(0, 9)) await userEvent.click(box);
    expect(boxes.filter(({ disabled }) => disabled).length).toBe(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Asha Rani: Message 0' }));
    expect(boxes.some(({ disabled }) => disabled)).toBe(false);
    await userEvent.click(screen.getByRole('radio', { name: fraud }));
    await send();
    await waitFor(() => expect(server.calls.length).toBe(1));
    const chosen = [messages[11], ...messages.slice(1, 9)].map((message) => message?._id);
    expect(server.calls[0]?.body).toMatchObject({ kind: 'message', messageIds: chosen });
  });

  it('of a person names the person', async () => {
    server.succeed(report);
    await open();
    await choose('Report');
    await screen.findByRole('dialog', { name: 'Report this person' });
    await userEvent.click(screen.getByRole('radio', { name: 'Insults or threats' }));
    await send();
    await waitFor(() =>
      expect(server.calls.at(-1)?.body).toMatchObject({ kind: 'user', targetId: personId }),
    );
  });
});
