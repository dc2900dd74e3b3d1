import { onlineManager } from '@tanstack/react-query';
import type { SendResult, SocketMessageForm } from '@upaj/contract/chat/messages';
import type { ClientEvents, ServerEvents } from '@upaj/contract/events';
import { fallBackToWebSocket, reconnection, socketOptions } from '@upaj/contract/socket';
import { io, type Socket } from 'socket.io-client';
import { isConnectionLost, recoveries } from '#lib/connection.ts';
import { publishLive } from './events.ts';

export interface Connection {
  /** Returns undefined while disconnected. Rejects if the connection breaks before the server confirms. */
  send: (message: SocketMessageForm) => Promise<SendResult> | undefined;
  sendTyping: ClientEvents['typing'];
  close: () => void;
}

/** In ms. The server confirms at once: after this time, the connection is dead. */
const confirmTimeout = 20_000;

/** In ms. The user is not shown a shorter interruption. */
const patience = 4_000;

/** In ms. A page that becomes visible publishes `missed` at most this often. */
const missedAtMostEvery = 5_000;

/**
 * Publishes what the server sends, and reconnects until it is closed or the session is over. @param isSessionValid is
 * called when the server has closed or refused the connection
 */
export function openConnection(userId: string, isSessionValid: () => Promise<boolean>): Connection {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    ...socketOptions,
    query: { userId },
    forceNew: true,
  });
  fallBackToWebSocket(socket.io);
  let isClosed = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Reconnects after the server has closed or refused the connection, because Socket.IO then does not do it by itself.
  // The delay grows with each refusal.
  function comeBack(): void {
    const { first, most, jitter } = reconnection;
    const wait = Math.min(most, first * 2 ** refusals) * (1 + jitter * (Math.random() * 2 - 1));
    refusals += 1;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSessionValid().then(
        (isValid) => {
          if (isValid && !isClosed) socket.connect();
        },
        () => {
          if (!isClosed) comeBack();
        },
      );
    }, wait);
  }

  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const noteDown = () => void (lostTimer ??= setTimeout(() => isConnectionLost.set(true), patience));
  const noteUp = () => {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    isConnectionLost.set(false);
  };

  socket.on('connect', () => {
    refusals = 0;
    noteUp();
    publishMissed();
  });
  socket.on('disconnect', (reason) => {
    if (isClosed) return;
    noteDown();
    if (reason === 'io server disconnect') comeBack();
  });
  socket.on('connect_error', () => {
    if (isClosed) return;
    noteDown();
    if (!socket.active) comeBack();
  });
  socket.onAny((name: keyof ServerEvents, ...args: Parameters<ServerEvents[keyof ServerEvents]>) =>
    publishLive(name, ...args),
  );

  let missedAt = 0;
  function publishMissed(): void {
    missedAt = Date.now();
    publishLive('missed');
  }
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - missedAt > missedAtMostEvery) publishMissed();
    else publishLive('woke');
  };
  document.addEventListener('visibilitychange', wake);
  const stops = [
    recoveries.subscribe(publishMissed),
    onlineManager.subscribe((isOnline) => {
      if (isOnline) publishMissed();
    }),
  ];

  return {
    send: (message) =>
      socket.connected ? socket.timeout(confirmTimeout).emitWithAck('send', message) : undefined,
    // A volatile event is dropped while disconnected, because a late "typing" is useless.
    sendTyping: (state) => void socket.volatile.emit('typing', state),
    close() {
      isClosed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      for (const stop of stops) stop();
      socket.disconnect();
      noteUp();
    },
  };
}
