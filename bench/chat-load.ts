import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { LoggedIn } from './people.ts';

export interface ChatOrder {
  port: number;
  /** Each talker writes to the user half the list away, so that the two don't send at the same moment. */
  talkers: readonly LoggedIn[];
  ms: number;
  /**
   * How many messages all users together send in a second. Without it, each user sends the next message when the last
   * one is acknowledged.
   */
  perSecond?: number;
}

export interface ChatResult {
  seconds: number;
  /** How many ms each message took from sending until it arrived at the receiver's socket. */
  latencies: number[];
}

/**
 * The sockets stay connected between orders, because the server refuses thousands of connections a minute from one
 * address.
 */
let sockets: Socket[] | undefined;
const latencies: number[] = [];

/** How many sockets connect in a minute: an address may open 1,200. */
const connectedAtOnce = 1_000;

export async function runChatLoad({ port, talkers, ms, perSecond }: ChatOrder): Promise<ChatResult> {
  sockets ??= await connectAll(port, talkers);
  const half = talkers.length / 2;
  const say = async (index: number) => {
    const response: unknown = await sockets?.[index]?.emitWithAck('send', {
      userId: talkers[(index + half) % talkers.length]?.id,
      text: String(performance.now()),
    });
    if (!(response as { newMessage?: unknown }).newMessage)
      throw new Error(`Refused: ${JSON.stringify(response)}`);
  };
  // First all write in both directions, because in most conversations both have written.
  for (const from of [0, half, 0]) {
    for (let index = from; index < from + half; index += 1) await say(index);
  }
  latencies.length = 0;
  const began = performance.now();
  const pause = perSecond ? (1000 * talkers.length) / perSecond : 0;
  await Promise.all(
    talkers.map(async (_, index) => {
      if (pause > 0) await wait(Math.random() * pause);
      while (performance.now() - began < ms) {
        await say(index);
        if (pause > 0) await wait(pause);
      }
    }),
  );
  return { seconds: (performance.now() - began) / 1000, latencies };
}

async function connectAll(port: number, talkers: readonly LoggedIn[]): Promise<Socket[]> {
  const all: Socket[] = [];
  for (let first = 0; first < talkers.length; first += connectedAtOnce) {
    if (first > 0) await wait(61_000);
    const some = talkers.slice(first, first + connectedAtOnce);
    all.push(...(await Promise.all(some.map((talker) => connect(port, talker)))));
  }
  return all;
}

function connect(port: number, { id, cookie }: LoggedIn): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    forceNew: true,
    transports: ['websocket'],
    query: { userId: id },
    extraHeaders: { cookie },
  });
  socket.on('newMessage', ({ receiverId, text }: { receiverId: string; text: string }) => {
    if (receiverId === id) latencies.push(performance.now() - Number(text));
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
