import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@upaj/contract/chat/messages';
import type { TestClient } from './client.ts';
import type { Member } from './rows.ts';
import { openSocket, type TestSocket } from './socket.ts';

type Caught = { messages: Message[]; page: { nextCursor: string | null } };

/**
 * A client like the app's: it sends messages in order, retries until they are acknowledged, reconnects, also to another
 * server, and fetches missed messages.
 */
export class Talker {
  readonly acknowledged: string[] = [];
  readonly received = new Set<string>();
  readonly #member: Member;
  readonly #partner: Member;
  readonly #servers: readonly string[];
  #server: string;
  #socket: TestSocket | undefined;
  #connecting: string | undefined;
  #last = 0;
  #isStopped = false;

  constructor(member: Member, partner: Member, servers: readonly string[], server = 0) {
    this.#member = member;
    this.#partner = partner;
    this.#servers = servers;
    this.#server = servers[server] ?? '';
  }

  get connectedTo(): string | undefined {
    return this.#socket?.connected ? this.#connecting : undefined;
  }

  start(): void {
    this.#connect().catch((error: unknown) => {
      if (!this.#isStopped) throw error;
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.disconnect();
  }

  async send(text: string): Promise<void> {
    const body = { text, clientId: randomUUID() };
    const params = { userId: this.#partner.id };
    for (;;) {
      const server = this.#server;
      try {
        const {
          status,
          headers,
          body: response,
        } = await this.#client(server).send('POST /api/v1/messages/send/:userId', {
          params,
          body,
        });
        if (status === 200) {
          this.acknowledged.push((response as { newMessage: Message }).newMessage._id);
          return;
        }
        if (status === 429) {
          await wait(Number(headers.get('retry-after')) * 1_000);
          continue;
        }
        if (status < 500) throw new Error(`Refused: ${JSON.stringify(response)}`);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      await wait(50 + Math.random() * 100);
      this.#leave(server);
    }
  }

  async #connect(): Promise<void> {
    while (!this.#isStopped) {
      const server = this.#server;
      const socket = openSocket(server, this.#client(server), { transports: ['websocket'] });
      this.#socket = socket;
      this.#connecting = server;
      for (const event of ['newMessage', 'ownMessage'] as const)
        socket.on(event, (message) => this.#receive(message, socket, server));
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('connect_error', () => resolve(false));
        // The socket was disconnected before the server's greeting.
        socket.once('disconnect', () => resolve(false));
        socket.connect();
      });
      if (isOpen) {
        const closed = new Promise((resolve) => socket.once('disconnect', resolve));
        await this.#catchUp(socket, server);
        await closed;
      }
      socket.removeAllListeners();
      await wait(100 + Math.random() * 200);
      this.#leave(server);
    }
  }

  async #catchUp(socket: TestSocket, server: string): Promise<void> {
    try {
      for (let after: number | null = this.#last; after !== null;) {
        const { messages, page }: Caught = await this.#client(server).call('GET /api/v1/messages/:userId', {
          params: { userId: this.#partner.id },
          query: { after, limit: 50 },
        });
        for (const message of messages) this.#addReceived(message);
        after = page.nextCursor === null ? null : Number(page.nextCursor);
      }
    } catch {
      // Only this socket is closed: the next one may be connecting by now.
      socket.disconnect();
    }
  }

  /** Catches up when the numbers have a gap, which means that a message was missed. */
  #receive(message: Message, socket: TestSocket, server: string): void {
    const hasGap = message.number > this.#last + 1;
    if (hasGap) void this.#catchUp(socket, server);
    else this.#addReceived(message);
  }

  #addReceived({ _id, receiverId, number }: Message): void {
    this.#last = Math.max(this.#last, number);
    if (receiverId === this.#member.id) this.received.add(_id);
  }

  /** Changes to the next server, unless sending or receiving, which share `#server`, has already left this one. */
  #leave(server: string): void {
    if (this.#server !== server) return;
    this.#server = this.#servers[(this.#servers.indexOf(server) + 1) % this.#servers.length] ?? server;
  }

  #client(server: string): TestClient {
    return this.#member.client.at(server);
  }
}
