import { messageLimits, type Message } from '@upaj/contract/chat/messages';
import { expect, test } from 'vitest';
import type { Partner } from '#src/chat/conversations/store.ts';
import { rateLimits } from '#src/platform/http/rate-limit.ts';
import { messagesService } from './service.ts';
import type { MessagesStore } from './store.ts';

function openChat({ hasAnswered }: { hasAnswered: boolean }) {
  let isClosed = false;
  const partner = { user: { _id: 'ravi', isReachable: true }, hasAnswered, hasConversation: true };
  const db = { transaction: () => ({ execute: (work: (trx: unknown) => unknown) => work({}) }) };
  const store: Partial<MessagesStore> = {
    lockPeople: async () => !isClosed,
    async addMessage() {
      isClosed = true;
      const message = { receiverId: 'ravi' } as Message;
      const conversation = { conversationId: 'conversation', isMutual: hasAnswered };
      return { message, forReceiver: { post: false, wanted: false }, ...conversation };
    },
    appendMessages: async (batch) => batch.map(() => undefined),
  };
  const realtime = { isOnline: () => false, showPresence() {}, publish() {} };
  return messagesService({
    db: db as never,
    store: store as MessagesStore,
    conversations: { findPartner: async () => partner as Partner },
    media: {} as never,
    noPart: { offer: null, offerVersion: null },
    markPartsSeen: async () => {},
    realtime: realtime as never,
    rateLimit: rateLimits(undefined),
  });
}

test.each([
  ['a stranger', false, messageLimits.toStrangers.points],
  ['someone who has replied', true, messageLimits.toPartners.points],
])(
  'to %s: a message refused by a concurrent block does not count towards the limit',
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
