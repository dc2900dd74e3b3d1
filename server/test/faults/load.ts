import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SendResult } from '@upaj/contract/chat/messages';
import { errors } from '@upaj/contract/errors';
import { fallBackToWebSocket, socketOptions } from '@upaj/contract/socket';
import { within } from '#src/platform/promises.ts';
import { TestClient } from '#test/client.ts';
import { goodPassword, postFields, toForm, type Person } from '#test/factories.ts';
import { openSocket, type TestSocket } from '#test/socket.ts';
import type { Market } from './market.ts';

export type Kind = 'post' | 'comment' | 'like' | 'message';

export interface Write {
  kind: Kind;
  userId: string;
  /** Finds the write in the database: a unique text, but the id of the post for a like. */
  mark: string;
  isAcknowledged: boolean;
}

export type Outcome = number | 'no answer' | 'cut';

export type Call = Kind | 'message by socket' | 'log-in' | 'feed';

/** A failure is a missing response, a 5xx, or a lost session. */
export interface Failure {
  at: number;
  call: Call;
  outcome: Outcome;
}

/** The parts of a market that the load needs. */
export interface LoadPlace extends Pick<Market, 'people' | 'postIds' | 'photo'> {
  servers: readonly { url: string }[];
}

const quickSockets: NonNullable<Parameters<typeof openSocket>[2]> = {
  transports: ['websocket'],
  reconnectionDelay: 200,
  reconnectionDelayMax: 500,
};

const longestCall = 15_000;
const mostAnHour = { post: 50, comment: 50 };

/**
 * Simulates users who post, like, comment, chat, read and log in. A write without a response or with a 5xx is sent
 * again with the same id.
 */
export class Load {
  readonly outcomes = new Map<Outcome, number>();
  readonly writes: Write[] = [];
  slowest = 0;
  readonly logInTimes: number[] = [];
  readonly failures: Failure[] = [];
  /** The error codes of responses with a status of 5xx. */
  readonly codes = new Set<string>();
  /** How long sockets were without a connection after they lost it, in ms. */
  readonly aways: number[] = [];
  readonly sockets = new Set<TestSocket>();
  readonly #market: LoadPlace;
  readonly #usesSpecifiedSockets: boolean;
  readonly #liked: Set<string>;
  readonly #written: Map<string, number>;
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    market: LoadPlace,
    memory: { liked: Set<string>; written: Map<string, number> },
    usesSpecifiedSockets = false,
  ) {
    this.#market = market;
    this.#usesSpecifiedSockets = usesSpecifiedSockets;
    this.#liked = memory.liked;
    this.#written = memory.written;
  }

  start(): void {
    this.#running = Promise.all(this.#market.people.map((person, index) => this.#live(person, index)));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #live(person: Person, index: number): Promise<void> {
    const partner = this.#market.people[index ^ 1] ?? person;
    const server = () => this.#market.servers[index % this.#market.servers.length]?.url ?? '';
    const client = person.client.at(server());
    const socket = this.#openSocket(server(), client);
    try {
      while (!this.#isStopping) {
        await this.#act(person, partner, client, socket);
        await wait(50 + Math.random() * 150);
      }
    } finally {
      socket.disconnect();
    }
  }

  #openSocket(url: string, client: TestClient): TestSocket {
    const options = this.#usesSpecifiedSockets ? socketOptions : quickSockets;
    const socket = openSocket(url, client, { ...options, reconnection: true });
    if (this.#usesSpecifiedSockets) fallBackToWebSocket(socket.io);
    let leftAt: number | undefined;
    socket.on('disconnect', () => {
      if (!this.#isStopping) leftAt = performance.now();
    });
    socket.on('connect', () => {
      if (leftAt !== undefined) this.aways.push(performance.now() - leftAt);
      leftAt = undefined;
    });
    socket.on('connect_error', ({ message }) => {
      if (message === 'NOT_LOGGED_IN') this.#fail('message by socket', 401);
    });
    this.sockets.add(socket);
    socket.connect();
    return socket;
  }

  async #act(person: Person, partner: Person, client: TestClient, socket: TestSocket): Promise<void> {
    const dice = Math.random();
    const postId = this.#market.postIds[Math.floor(Math.random() * this.#market.postIds.length)] ?? '';
    if (dice < 0.05) await this.#post(person, client);
    else if (dice < 0.2) await this.#comment(person, client, postId);
    else if (dice < 0.35) await this.#like(person, client, postId);
    else if (dice < 0.6) await this.#message(person, partner, client, socket);
    else if (dice < 0.63) await this.logIn(person);
    else await this.#observe('feed', () => this.#send(client, 'GET /api/v1/post/feed'));
  }

  async logIn(person: Person, url = this.#market.servers[0]?.url ?? ''): Promise<Outcome> {
    const body = { email: person.account.email, password: goodPassword, remember: false };
    const began = performance.now();
    const outcome = await this.#observe('log-in', () =>
      this.#send(new TestClient(url), 'POST /api/v1/users/login', { body }),
    );
    this.logInTimes.push(performance.now() - began);
    return outcome;
  }

  async #post(person: Person, client: TestClient): Promise<void> {
    if (!this.#mayWrite('post', person)) return;
    const title = `Post ${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };
    await this.#write({ kind: 'post', userId: person.account._id, mark: title }, () => {
      const form = toForm(postFields({ title }), { images: [this.#market.photo] });
      return this.#observe(
        'post',
        () => this.#send(client, 'POST /api/v1/post/create-post', { form, headers }),
        false,
      );
    });
  }

  async #comment(person: Person, client: TestClient, postId: string): Promise<void> {
    if (!this.#mayWrite('comment', person)) return;
    const body = { text: `Comment ${randomUUID()}`, clientId: randomUUID() };
    const sent = { params: { postId }, body };
    await this.#write({ kind: 'comment', userId: person.account._id, mark: body.text }, () =>
      this.#observe('comment', () => this.#send(client, 'POST /api/v1/post/:postId/comments', sent)),
    );
  }

  async #like(person: Person, client: TestClient, postId: string): Promise<void> {
    const userId = person.account._id;
    if (this.#liked.has(userId + postId)) return;
    this.#liked.add(userId + postId);
    await this.#write({ kind: 'like', userId, mark: postId }, () =>
      this.#observe('like', () =>
        this.#send(client, 'POST /api/v1/like/like/:postId', { params: { postId } }),
      ),
    );
  }

  /** Sends a message over the socket if it is connected, else by a call. */
  async #message(person: Person, partner: Person, client: TestClient, socket: TestSocket): Promise<void> {
    const body = { text: `Message ${randomUUID()}`, clientId: randomUUID() };
    const userId = partner.account._id;
    await this.#write({ kind: 'message', userId: person.account._id, mark: body.text }, () =>
      this.#observe(socket.connected ? 'message by socket' : 'message', async () => {
        if (!socket.connected)
          return this.#send(client, 'POST /api/v1/messages/send/:userId', { params: { userId }, body });
        return statusOf(await socket.timeout(longestCall).emitWithAck('send', { userId, ...body }));
      }),
    );
  }

  #mayWrite(kind: keyof typeof mostAnHour, { account }: Person): boolean {
    const key = kind + account._id;
    const count = this.#written.get(key) ?? 0;
    this.#written.set(key, count + 1);
    return count < mostAnHour[kind];
  }

  async #write(write: Omit<Write, 'isAcknowledged'>, send: () => Promise<Outcome>): Promise<void> {
    const entry: Write = { ...write, isAcknowledged: false };
    this.writes.push(entry);
    let tries = 0;
    while (!this.#isStopping || tries < 20) {
      const outcome = await send();
      if (typeof outcome === 'number' && outcome < 300) entry.isAcknowledged = true;
      if (typeof outcome === 'number' && outcome < 500) return;
      if (this.#isStopping) tries += 1;
      await wait(200 + Math.random() * 200);
    }
  }

  async #send(client: TestClient, ...call: Parameters<TestClient['send']>): Promise<number> {
    const { status, body } = await client.send(...call);
    if (status >= 500)
      this.codes.add((body as { code?: string }).code ?? `the proxy: ${String(body).slice(0, 40)}`);
    return status;
  }

  async #observe(call: Call, send: () => Promise<number>, isQuick = true): Promise<Outcome> {
    const began = performance.now();
    const outcome = await within(longestCall, send()).catch((): Outcome =>
      performance.now() - began < longestCall - 500 ? 'cut' : 'no answer',
    );
    if (isQuick) this.slowest = Math.max(this.slowest, performance.now() - began);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (typeof outcome === 'string' || outcome >= 500 || outcome === 401) this.#fail(call, outcome);
    return outcome;
  }

  #fail(call: Call, outcome: Outcome): void {
    this.failures.push({ at: performance.now(), call, outcome });
  }
}

function statusOf(answer: SendResult): number {
  return 'code' in answer ? errors[answer.code].status : 200;
}
