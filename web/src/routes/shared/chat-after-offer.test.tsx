// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { useChatAfterOffer } from './chat-after-offer.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({
  getRouteApi: () => ({}),
  Link: () => null,
  useNavigate: () => navigate,
}));

const room = 'GET /api/v1/messages/gurpreet?limit=40&markSeen=false';
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  navigate.mockClear();
  server = stubServer();
});
afterEach(() => cleanup());

function Part() {
  const chat = useChatAfterOffer('gurpreet');
  return (
    <>
      <button type="button" onClick={chat.load}>
        Load
      </button>
      <button type="button" onClick={chat.open}>
        Open
      </button>
    </>
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('opens the conversation as soon as it is loaded', async () => {
  server.give(room, () =>
    Response.json({
      success: true,
      user: {},
      messages: [],
      openOffers: [],
      dealLines: [],
      page: { nextCursor: null },
    }),
  );
  renderPart(() => <Part />);
  await press('Load');
  await press('Open');
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith({ to: '/chat/$userId', params: { userId: 'gurpreet' } }),
  );
});

it('stays, and says that the offer waits, when the conversation could not be loaded', async () => {
  server.loseConnection(room);
  renderPart(() => <Part />);
  await press('Load');
  await press('Open');
  await waitFor(() => expect(toasts()).toEqual([expect.stringMatching(/^Your offer is saved/)]));
  expect(navigate).not.toHaveBeenCalled();
});
