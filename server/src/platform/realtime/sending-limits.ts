import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Socket } from 'socket.io';
import { atMost } from '#src/platform/lru-size.ts';

/**
 * How much may be sent through sockets. A frame costs 1, and each kB in it 1 more. The amounts of a village behind one
 * address that types, and of someone who reconnects with fifty unsent messages, fit.
 */
const amounts = {
  socket: { burst: 300, perSecond: 40 },
  person: { burst: 1_500, perSecond: 150 },
  address: { burst: 6_000, perSecond: 600 },
};
/** When an address has used up its amount, its sockets that sent less than this go on. */
const alwaysAllowed = 30;

/** Bytes of one connection, counted before they are parsed. */
const bytes = { burst: 256 * 1024, perSecond: 32 * 1024 };

type Connection = Socket['conn'];

interface Amount {
  burst: number;
  perSecond: number;
}

/** Refills by time. */
class Bucket {
  #used = 0;
  #at = Date.now();
  readonly #amount: Amount;

  constructor(amount: Amount) {
    this.#amount = amount;
  }

  get used(): number {
    const now = Date.now();
    this.#used = Math.max(0, this.#used - ((now - this.#at) / 1_000) * this.#amount.perSecond);
    this.#at = now;
    return this.#used;
  }

  get isEmpty(): boolean {
    return this.used >= this.#amount.burst;
  }

  take(cost: number): void {
    this.#used = this.used + cost;
  }
}

interface Sender {
  socket: Bucket;
  address: Bucket;
  person?: Bucket;
}

/** Closes connections that send too much, before their frames are parsed. */
export function sendingLimits(keyOf: (request: IncomingMessage) => string, onFlood: () => void) {
  const senders = new WeakMap<Connection, Sender>();
  const shared = new LRUCache<string, Bucket>(atMost(50_000));

  function bucketOf(kind: 'person' | 'address', id: string): Bucket {
    const key = `${kind} ${id}`;
    const bucket = shared.get(key) ?? new Bucket(amounts[kind]);
    shared.set(key, bucket);
    return bucket;
  }

  function isTooMuch({ socket, person, address }: Sender): boolean {
    if (socket.isEmpty || person?.isEmpty) return true;
    return address.isEmpty && socket.used > alwaysAllowed;
  }

  return {
    /** Counts the bytes of WebSockets, which frames may split so that nothing else sees them. */
    watchBytes(server: HttpServer): void {
      server.on('upgrade', (_request, socket: TcpSocket) => {
        const bucket = new Bucket(bytes);
        socket.on('data', (chunk: Buffer) => {
          bucket.take(chunk.length);
          if (!bucket.isEmpty) return;
          onFlood();
          socket.destroy();
        });
      });
    },

    watch(connection: Connection): void {
      const address = bucketOf('address', keyOf(connection.request));
      const sender: Sender = { socket: new Bucket(amounts.socket), address };
      senders.set(connection, sender);
      const take = (cost: number) => {
        for (const bucket of Object.values(sender) as Bucket[]) bucket.take(cost);
        if (connection.readyState !== 'open' || !isTooMuch(sender)) return;
        onFlood();
        connection.close(true);
      };
      connection.on('packet', ({ data = '' }: { data?: string | Buffer }) => take(1 + data.length / 1_000));
      // Each probe of a better transport is answered.
      connection.on('upgrading', () => take(1));
    },

    /** Counts what the connection sends for the person too. @returns false if the person has sent too much */
    admit(connection: Connection, personId: string): boolean {
      const sender = senders.get(connection);
      const person = bucketOf('person', personId);
      if (sender) sender.person = person;
      return !person.isEmpty;
    },
  };
}
