import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { socketMessageFormSchema, typingSchema, type SendResult } from '@upaj/contract/chat/messages';
import type { ConversationsService } from '#src/chat/conversations/service.ts';
import { AppError, toAppError } from '#src/platform/http/errors.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import type { Realtime, UserSocket } from '#src/platform/realtime/sockets.ts';
import type { MessagesService } from './service.ts';

interface SocketEventsDeps {
  chat: Pick<MessagesService, 'send'>;
  conversations: Pick<ConversationsService, 'mayMeet'>;
  realtime: Pick<Realtime, 'publish'>;
  log: FastifyBaseLogger;
}

const typingPerSecond = 5;

/** Handles what a connected user's chat sends by the socket. */
export function socketEvents({ chat, conversations, realtime, log }: SocketEventsDeps) {
  return (socket: UserSocket): void => {
    const { viewer } = socket.data;
    socket.on('send', (message, acknowledge) => {
      if (typeof acknowledge === 'function') void send(viewer, message, socket.id).then(acknowledge);
    });
    socket.on(
      'typing',
      allowedPerSecond(typingPerSecond, (state) => passTyping(viewer.id, state)),
    );
  };

  /** The sender's other sockets get the message as an event, and this socket gets it in the response. */
  async function send(sender: Viewer, message: unknown, socketId: string): Promise<SendResult> {
    const parsed = z.safeParse(socketMessageFormSchema, message);
    try {
      if (!parsed.success) throw new AppError('INVALID_INPUT');
      const { userId, ...draft } = parsed.data;
      return { newMessage: await chat.send(sender.id, userId, draft, socketId) };
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal !== error) log.error({ err: error }, 'a message could not be sent');
      const { code, message: text, retryAfterSeconds } = refusal;
      return { code, message: text, retryAfterSeconds };
    }
  }

  function passTyping(userId: string, state: unknown): void {
    const parsed = z.safeParse(typingSchema, state);
    if (!parsed.success) return;
    const { userId: otherId, isTyping } = parsed.data;
    conversations.mayMeet(userId, otherId).then(
      (may) => may && realtime.publish({ userIds: [otherId] }, 'typing', { userId, isTyping }),
      (error: unknown) => log.error({ err: error }, 'typing could not be passed on'),
    );
  }
}

function allowedPerSecond<T>(most: number, pass: (value: T) => void): (value: T) => void {
  let second = 0;
  let count = 0;
  return (value) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    if (count <= most) pass(value);
  };
}
