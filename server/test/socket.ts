import type { ClientEvents, Message, ServerEvents } from '@upaj/contract/chat';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { TestClient } from './client.ts';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

type Options = Partial<ManagerOptions & SocketOptions>;

/** A socket with the client's cookies; not connected yet. */
export function openSocket(url: string, client: TestClient, options: Options = {}): TestSocket {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return io(url, {
    path: '/socket.io',
    forceNew: true,
    autoConnect: false,
    reconnection: false,
    ...options,
    extraHeaders: { cookie, ...options.extraHeaders },
  });
}

/** Connects. @throws what the server refused it for. */
export async function connectSocket(socket: TestSocket): Promise<TestSocket> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
    socket.connect();
  });
  return socket;
}

/** The next event of this name that fits; rejects after five seconds. */
export function nextEvent<Event extends keyof ServerEvents>(
  socket: TestSocket,
  event: Event,
  fits: (value: Parameters<ServerEvents[Event]>[0]) => boolean = () => true,
): Promise<Parameters<ServerEvents[Event]>[0]> {
  type Value = Parameters<ServerEvents[Event]>[0];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} came`)), 5_000);
    const listener = (value: Value) => {
      if (!fits(value)) return;
      clearTimeout(timer);
      socket.off(event, listener as never);
      resolve(value);
    };
    socket.on(event, listener as never);
  });
}

/** Every message that comes from now on. */
export function collectMessages(socket: TestSocket): Message[] {
  const messages: Message[] = [];
  socket.on('newMessage', (message) => messages.push(message));
  return messages;
}
