import { limits } from '@upaj/contract/limits';
import { expect, test } from 'vitest';
import { rateLimits } from '#src/http/rate-limit.ts';
import { messagesService } from './service.ts';
import type { MessagesStore } from './store.ts';

/** A chat between two who are cut off at the last moment, while a message is being stored, from the second one on. */
function openChat({ hasAnswered }: { hasAnswered: boolean }) {
  let isClosed = false;
  const partner = { id: 'ravi', json: '{}', isReachable: true, hasAnswered, hasConversation: true };
  const store: Partial<MessagesStore> = {
    findPartner: async () => partner,
    async addMessage() {
      if (isClosed) return undefined;
      isClosed = true;
      const conversation = { id: 'conversation', receiverId: 'ravi', isMutual: hasAnswered };
      return { json: '{"receiverId":"ravi"}', conversation };
    },
    appendMessages: async () => new Map(),
  };
  const realtime = { isOnline: () => false, acquaint() {}, tell() {} };
  return messagesService({
    store: store as MessagesStore,
    media: {} as never,
    realtime: realtime as never,
    rateLimit: rateLimits(undefined),
  });
}

test.each([
  ['a stranger', false, limits.message.perMinuteToStrangers],
  ['somebody who has answered', true, limits.message.perMinute],
])(
  'to %s: what a block has refused meanwhile costs nothing of the limit',
  async (_, hasAnswered, perMinute) => {
    const chat = openChat({ hasAnswered });
    await chat.send('asha', 'ravi', { text: 'Hello' });
    for (let count = 0; count <= perMinute; count += 1) {
      await expect(chat.send('asha', 'ravi', { text: 'Still there?' })).rejects.toMatchObject({
        code: 'BLOCKED',
      });
    }
  },
);
