import type {
  ClientEvents,
  Message,
  SendResult,
  ServerEvents,
  SocketMessageForm,
} from '@upaj/contract/chat/messages';
import { io, type Socket } from 'socket.io-client';

/** What is told over the line, and what the line itself has to tell. */
export interface LineEvents {
  onMessage: (message: Message) => void;
  /** One's own, sent from another device. */
  onOwnMessage: (message: Message) => void;
  onRead: ServerEvents['messageRead'];
  onOnlineUsers: ServerEvents['getOnlineUsers'];
  onTyping: ServerEvents['typing'];
  onNotification: ServerEvents['notification'];
  onNotificationsRead: ServerEvents['notificationsRead'];
  /** The line stands, for the first time or again: what was told meanwhile has to be asked for. */
  onUp: () => void;
  /** It does not stand: 'ping timeout', 'transport error', 'timeout', 'parse error' and their like. */
  onDown: () => void;
  /** The server closed or refused the line. Whether the session is still alive; rejects where nobody answers. */
  askSession: () => Promise<boolean>;
}

export interface Line {
  /** Sends words over the line; undefined while it does not stand. Rejects when it broke before there was an answer. */
  send: (message: SocketMessageForm) => Promise<SendResult> | undefined;
  tellTyping: ClientEvents['typing'];
  close: () => void;
}

/** In ms: a stored message is answered at once, so without an answer by then the line is dead. */
const answerWithin = 20_000;
const delay = { first: 1_000, most: 5_000, jitter: 0.5 };

/** The only place with a socket. Reconnects without end, until it is closed or the session is over. */
export function openLine(userId: string, events: LineEvents): Line {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    path: '/socket.io',
    query: { userId },
    transports: ['polling', 'websocket'],
    reconnectionDelay: delay.first,
    reconnectionDelayMax: delay.most,
    randomizationFactor: delay.jitter,
    reconnectionAttempts: Infinity,
    timeout: 20_000,
    forceNew: true,
  });
  let isClosed = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Socket.IO comes back by itself from everything but a server that closed or refused the line. That one is asked
  // again only after the session has been, and ever less often.
  function comeBack(): void {
    const wait =
      Math.min(delay.most, delay.first * 2 ** refusals) * (1 + delay.jitter * (Math.random() * 2 - 1));
    refusals += 1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      events.askSession().then(
        (isAlive) => {
          if (isAlive && !isClosed) socket.connect();
        },
        () => {
          if (!isClosed) comeBack();
        },
      );
    }, wait);
  }

  socket.on('connect', () => {
    refusals = 0;
    events.onUp();
  });
  socket.on('disconnect', (reason) => {
    if (isClosed) return;
    events.onDown();
    if (reason === 'io server disconnect') comeBack();
  });
  socket.on('connect_error', () => {
    if (isClosed) return;
    events.onDown();
    if (!socket.active) comeBack();
  });
  socket.on('newMessage', events.onMessage);
  socket.on('ownMessage', events.onOwnMessage);
  socket.on('messageRead', events.onRead);
  socket.on('getOnlineUsers', events.onOnlineUsers);
  socket.on('typing', events.onTyping);
  socket.on('notification', events.onNotification);
  socket.on('notificationsRead', events.onNotificationsRead);

  return {
    send: (message) =>
      socket.connected ? socket.timeout(answerWithin).emitWithAck('send', message) : undefined,
    // What nobody can hear now is not worth telling later.
    tellTyping: (state) => void socket.volatile.emit('typing', state),
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
