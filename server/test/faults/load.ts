import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SendResult } from '@upaj/contract/chat/messages';
import { errors } from '@upaj/contract/errors';
import { within } from '#src/platform/within.ts';
import { TestClient } from '#test/client.ts';
import { goodPassword, postFields, toForm, type Person } from '#test/factories.ts';
import { openSocket, type TestSocket } from '#test/socket.ts';
import type { Market } from './market.ts';

/** What the load needs of a market. */
type LoadedMarket = Pick<Market, 'people' | 'servers' | 'postIds' | 'photo'>;

export type Kind = 'post' | 'comment' | 'like' | 'message';

export interface Write {
  kind: Kind;
  userId: string;
  /** Unique; for a like the post's id. */
  mark: string;
  isAcknowledged: boolean;
}

export type Outcome = number | 'no answer' | 'cut';

const longestCall = 15_000;
const mostAnHour = { post: 50, comment: 50 };

/**
 * Users who post, like, comment, chat, read and log in. Whatever gets no response or a 5xx is sent again with
 * the same id.
 */
export class Load {
  readonly outcomes = new Map<Outcome, number>();
  readonly writes: Write[] = [];
  slowest = 0;
  readonly logInTimes: number[] = [];
  readonly #market: LoadedMarket;
  readonly #liked: Set<string>;
  readonly #written: Map<string, number>;
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(market: LoadedMarket, memory: { liked: Set<string>; written: Map<string, number> }) {
    this.#market = market;
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
    const socket = openSocket(server(), person.client, {
      transports: ['websocket'],
      reconnection: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 500,
    });
    socket.connect();
    try {
      while (!this.#isStopping) {
        await this.#act(person, partner, client, socket);
        await wait(50 + Math.random() * 150);
      }
    } finally {
      socket.disconnect();
    }
  }

  async #act(person: Person, partner: Person, client: TestClient, socket: TestSocket): Promise<void> {
    const dice = Math.random();
    const postId = this.#market.postIds[Math.floor(Math.random() * this.#market.postIds.length)] ?? '';
    if (dice < 0.05) await this.#post(person, client);
    else if (dice < 0.2) await this.#comment(person, client, postId);
    else if (dice < 0.35) await this.#like(person, client, postId);
    else if (dice < 0.6) await this.#message(person, partner, client, socket);
    else if (dice < 0.63) await this.logIn(person);
    else await this.#observe(async () => (await client.send('GET /api/v1/post/feed')).status);
  }

  async logIn(person: Person, url = this.#market.servers[0]?.url ?? ''): Promise<Outcome> {
    const body = { email: person.account.email, password: goodPassword, remember: false };
    const began = performance.now();
    const outcome = await this.#observe(
      async () => (await new TestClient(url).send('POST /api/v1/users/login', { body })).status,
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
        async () => (await client.send('POST /api/v1/post/create-post', { form, headers })).status,
        false,
      );
    });
  }

  async #comment(person: Person, client: TestClient, postId: string): Promise<void> {
    if (!this.#mayWrite('comment', person)) return;
    const body = { text: `Comment ${randomUUID()}`, clientId: randomUUID() };
    const sent = { params: { postId }, body };
    await this.#write({ kind: 'comment', userId: person.account._id, mark: body.text }, () =>
      this.#observe(async () => (await client.send('POST /api/v1/post/:postId/comments', sent)).status),
    );
  }

  async #like(person: Person, client: TestClient, postId: string): Promise<void> {
    const userId = person.account._id;
    if (this.#liked.has(userId + postId)) return;
    this.#liked.add(userId + postId);
    await this.#write({ kind: 'like', userId, mark: postId }, () =>
      this.#observe(
        async () => (await client.send('POST /api/v1/like/like/:postId', { params: { postId } })).status,
      ),
    );
  }

  /** Over the socket when connected, else by a call. */
  async #message(person: Person, partner: Person, client: TestClient, socket: TestSocket): Promise<void> {
    const body = { text: `Message ${randomUUID()}`, clientId: randomUUID() };
    const userId = partner.account._id;
    await this.#write({ kind: 'message', userId: person.account._id, mark: body.text }, () =>
      this.#observe(async () => {
        if (!socket.connected)
          return (await client.send('POST /api/v1/messages/send/:userId', { params: { userId }, body }))
            .status;
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

  async #observe(call: () => Promise<number>, isQuick = true): Promise<Outcome> {
    const began = performance.now();
    const outcome = await within(longestCall, call()).catch((): Outcome =>
      performance.now() - began < longestCall - 500 ? 'cut' : 'no answer',
    );
    if (isQuick) this.slowest = Math.max(this.slowest, performance.now() - began);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    return outcome;
  }
}

function statusOf(answer: SendResult): number {
  return 'code' in answer ? errors[answer.code].status : 200;
}
