import type { Message } from '@upaj/contract/chat/messages';
import type { ClientEvents, ServerEvents } from '@upaj/contract/events';
import type { TestClient } from './client.ts';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

type Options = Partial<ManagerOptions & SocketOptions>;

export function openSocket(
  url: string,
  { cookieHeader: cookie }: Pick<TestClient, 'cookieHeader'>,
  options: Options = {},
): TestSocket {
  return io(url, {
    path: '/socket.io',
    forceNew: true,
    autoConnect: false,
    reconnection: false,
    ...options,
    extraHeaders: { cookie, ...options.extraHeaders },
  });
}

export async function connectSocket(socket: TestSocket): Promise<TestSocket> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
    socket.connect();
  });
  return socket;
}

export function nextEvent<Event extends keyof ServerEvents>(
  socket: TestSocket,
  event: Event,
  fits: (value: Parameters<ServerEvents[Event]>[0]) => boolean = () => true,
): Promise<Parameters<ServerEvents[Event]>[0]> {
  type Value = Parameters<ServerEvents[Event]>[0];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} came`)), 60_000);
    const listener = (value: Value) => {
      if (!fits(value)) return;
      clearTimeout(timer);
      socket.off(event, listener as never);
      resolve(value);
    };
    socket.on(event, listener as never);
  });
}

export function collectMessages(
  socket: TestSocket,
  event: 'newMessage' | 'ownMessage' = 'newMessage',
): Message[] {
  const messages: Message[] = [];
  socket.on(event, (message) => messages.push(message));
  return messages;
}
