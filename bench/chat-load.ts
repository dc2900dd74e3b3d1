import { io, type Socket } from 'socket.io-client';
import { sessionCookie } from '../server/test/session-cookie.ts';

/** Paired with the user half the list away, so that the two don't send at the same moment. */
export interface Talker {
  id: string;
  token: string;
}

export interface ChatOrder {
  port: number;
  talkers: Talker[];
  ms: number;
}

export interface ChatResult {
  seconds: number;
  /** From sending to the receiver's socket, in ms per message. */
  latencies: number[];
}

export async function runChatLoad({ port, talkers, ms }: ChatOrder): Promise<ChatResult> {
  const sockets = await Promise.all(talkers.map((talker) => connect(port, talker)));
  const half = talkers.length / 2;
  const latencies: number[] = [];
  for (const [index, socket] of sockets.entries()) {
    const { id } = talkers[index] ?? {};
    socket.on('newMessage', ({ receiverId, text }: { receiverId: string; text: string }) => {
      if (receiverId === id) latencies.push(performance.now() - Number(text));
    });
  }
  const say = (index: number) =>
    sockets[index]?.emitWithAck('send', {
      userId: talkers[(index + half) % talkers.length]?.id,
      text: String(performance.now()),
    });
  // Most conversations are mutual.
  for (const from of [0, half, 0]) {
    for (let index = from; index < from + half; index += 1) await say(index);
  }
  latencies.length = 0;
  const began = performance.now();
  await Promise.all(
    sockets.map(async (_, index) => {
      while (performance.now() - began < ms) {
        const response = (await say(index)) as { newMessage?: unknown };
        if (!response.newMessage) throw new Error(`Refused: ${JSON.stringify(response)}`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.disconnect();
  return { seconds, latencies };
}

function connect(port: number, { id, token }: Talker): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    forceNew: true,
    transports: ['websocket'],
    query: { userId: id },
    extraHeaders: { cookie: `upaj.session_token=${sessionCookie(token)}` },
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
