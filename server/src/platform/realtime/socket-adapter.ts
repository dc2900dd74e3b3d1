import { setTimeout as sleep } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { ServerOptions } from 'socket.io';
import * as z from 'zod/mini';
import { countOne, type Ignore, type MessageCounts } from './topics.ts';

const addressees = z.object({ rooms: z.array(z.string()), except: z.array(z.string()) });

/** The two kinds of messages that this server sends, by the adapter's numbers: events, and the end of sockets. */
const socketMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(3),
    data: z.object({
      packet: z.object({ type: z.literal(2), data: z.tuple([z.string()], z.unknown()) }),
      opts: addressees,
      requestId: z.optional(z.undefined()),
    }),
  }),
  z.object({ type: z.literal(6), data: z.object({ opts: addressees, close: z.boolean() }) }),
]);

const topic = 'sockets';
const retryAfter = 1_000;

type Adapter = ReturnType<ReturnType<typeof createAdapter>>;
type Addressees = Parameters<Adapter['disconnectSockets']>[0];

/** TypeScript hides these members, because subclasses use them. */
interface Hidden {
  uid: string;
  onMessage(message: { uid?: unknown } | null, offset?: string): void;
  publish(message: { type: number; data: object }): void;
}

/**
 * Carries socket events to other processes in a stream. The library stops at an entry that it cannot apply and reads it
 * again without end, so only valid entries reach it. It also serves this process only after Redis has responded, so
 * this adapter does that before.
 */
export function socketAdapter(
  streams: Redis,
  counting: { counts: MessageCounts; ignore: Ignore },
): ServerOptions['adapter'] {
  const duplicate = streams.duplicate.bind(streams);
  streams.duplicate = (options) => {
    const reader = slowAfterErrors(duplicate(options));
    streams.once('end', () => reader.disconnect());
    return reader;
  };
  const create = createAdapter(streams, { streamName: 'upaj:sockets', channelPrefix: 'upaj:sockets' });
  // Socket.IO calls it with `new`.
  return function open(namespace: unknown) {
    const adapter = create(namespace);
    receiveValid(adapter, counting);
    serveFirst(adapter, counting.counts);
    return adapter;
  } as unknown as ServerOptions['adapter'];
}

function receiveValid(adapter: Adapter, { counts, ignore }: { counts: MessageCounts; ignore: Ignore }): void {
  const hidden = adapter as unknown as Hidden;
  const apply = hidden.onMessage.bind(adapter);
  const decode = adapter.onRawMessage.bind(adapter);
  const stream = 'upaj:sockets';
  let isDecoded = false;
  hidden.onMessage = (message, offset) => {
    isDecoded = true;
    if (message?.uid === hidden.uid) return;
    if (!socketMessage.safeParse(message).success) return ignore('malformed', { stream });
    try {
      apply(message, offset);
      countOne(counts.received, topic);
    } catch (error) {
      ignore('malformed', { stream, err: error });
    }
  };
  adapter.onRawMessage = (raw, offset) => {
    isDecoded = false;
    decode(raw, offset);
    if (!isDecoded) ignore('malformed', { stream });
  };
}

function serveFirst(adapter: Adapter, counts: MessageCounts): void {
  const { publish } = adapter as unknown as Hidden;
  const broadcast = adapter.broadcast.bind(adapter);
  const disconnect = adapter.disconnectSockets.bind(adapter);
  const here = (opts: Addressees) => ({ ...opts, flags: { ...opts.flags, local: true } });
  const send = (type: number, { rooms, except, flags }: Addressees, data: object) => {
    if (flags?.local) return;
    countOne(counts.published, topic);
    publish.call(adapter, {
      type,
      data: { ...data, opts: { rooms: [...rooms], except: [...(except ?? [])], flags } },
    });
  };
  adapter.broadcast = async (packet: object, opts: Addressees) => {
    await broadcast(packet, here(opts));
    send(3, opts, { packet });
  };
  adapter.disconnectSockets = async (opts, close) => {
    await disconnect(here(opts), close);
    send(6, opts, { close });
  };
}

/** Pauses after an error, because the library reads again at once. */
function slowAfterErrors(reader: Redis): Redis {
  const read = reader.xread.bind(reader) as (...args: unknown[]) => Promise<unknown>;
  const readOrWait = async (...args: unknown[]) => {
    try {
      return await read(...args);
    } catch (error) {
      await sleep(retryAfter, undefined, { ref: false });
      throw error;
    }
  };
  return Object.assign(reader, { xread: readOrWait });
}
