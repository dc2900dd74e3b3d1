import type { Message, SendResult, SocketMessageForm } from '@upaj/contract/chat/messages';
import type { ClientEvents, ServerEvents } from '@upaj/contract/events';
import { fallBackToWebSocket, reconnection, socketOptions } from '@upaj/contract/socket';
import { io, type Socket } from 'socket.io-client';

export interface ConnectionEvents {
  onMessage: (message: Message) => void;
  onOwnMessage: (message: Message) => void;
  onRead: ServerEvents['messageRead'];
  onOnlineUsers: ServerEvents['getOnlineUsers'];
  onTyping: ServerEvents['typing'];
  onDealChanged: ServerEvents['dealChanged'];
  onCaseChanged: ServerEvents['caseChanged'];
  onNotification: ServerEvents['notification'];
  onNotificationsRead: ServerEvents['notificationsRead'];
  /** Connected, for the first time or again: fetch what was missed. */
  onUp: () => void;
  /** 'ping timeout', 'transport error', 'timeout', 'parse error' etc. */
  onDown: () => void;
  /** The server closed or refused the connection. Resolves to whether the session is valid. */
  checkSession: () => Promise<boolean>;
}

export interface Connection {
  /** Undefined while disconnected. Rejects if the connection breaks first. */
  send: (message: SocketMessageForm) => Promise<SendResult> | undefined;
  sendTyping: ClientEvents['typing'];
  close: () => void;
}

/** In ms. The server confirms at once: after this the connection is dead. */
const confirmTimeout = 20_000;

/** Reconnects until it is closed or the session is over. */
export function openConnection(userId: string, events: ConnectionEvents): Connection {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    ...socketOptions,
    query: { userId },
    forceNew: true,
  });
  fallBackToWebSocket(socket.io);
  let isClosed = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Socket.IO does not reconnect after the server closed or refused the connection. The session is checked
  // first,
  // with growing delays.
  function comeBack(): void {
    const { first, most, jitter } = reconnection;
    const wait = Math.min(most, first * 2 ** refusals) * (1 + jitter * (Math.random() * 2 - 1));
    refusals += 1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      events.checkSession().then(
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
  socket.on('dealChanged', events.onDealChanged);
  socket.on('caseChanged', events.onCaseChanged);
  socket.on('notification', events.onNotification);
  socket.on('notificationsRead', events.onNotificationsRead);

  return {
    send: (message) =>
      socket.connected ? socket.timeout(confirmTimeout).emitWithAck('send', message) : undefined,
    // Dropped while disconnected: a late "typing" is useless.
    sendTyping: (state) => void socket.volatile.emit('typing', state),
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
