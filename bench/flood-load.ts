import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import sharp from 'sharp';
import { addPerson, goodPassword, photo, postFields, toForm, type Person } from '../server/test/factories.ts';
import { HttpConnection, type SentRequest } from './connection.ts';
import { nth } from './people.ts';

export type Attack = 'searches' | 'json' | 'logins' | 'photos' | 'frames';
type Kind = 'read' | 'login' | 'upload';

export interface FloodOrder {
  port: number;
  ms: number;
  people: number;
  /** Without it, honest people visit. */
  attack: Attack | undefined;
}

export interface FloodResult {
  /** How many ms each answered request took. */
  latencies: Record<Kind, number[]>;
  refused: Record<Kind, number>;
}

const thinking = 250;
const shares: Record<Kind, number> = { read: 0.95, login: 0.03, upload: 0.02 };
const lists = ['', '', '', 'cropType=Wheat', 'state=Punjab', 'q=gehu%20punjab', 'sort=price-low'];
const peopleByPort = new Map<number, Person[]>();

/** The same people come in each run, because logging in and registering have limits. */
async function openPeople(port: number, count: number): Promise<Person[]> {
  const known = peopleByPort.get(port) ?? [];
  while (known.length < count) known.push(await addPerson(`http://127.0.0.1:${port}`));
  peopleByPort.set(port, known);
  return known;
}

export async function runFloodLoad({ port, ms, people, attack }: FloodOrder): Promise<FloodResult> {
  const result: FloodResult = {
    latencies: { read: [], login: [], upload: [] },
    refused: { read: 0, login: 0, upload: 0 },
  };
  const end = performance.now() + ms;
  const members = await openPeople(port, attack ? 5 : people);
  if (attack) await attackers[attack]({ port, end, members });
  else await Promise.all(members.map((person, index) => visit({ port, end, person, index }, result)));
  return result;
}

interface Visit {
  port: number;
  end: number;
  person: Person;
  index: number;
}

async function visit({ port, end, person, index }: Visit, { latencies, refused }: FloodResult) {
  const origin = `http://127.0.0.1:${port}`;
  const headers = { origin, 'x-forwarded-for': `10.1.${index}.1` };
  const cookie = person.client.cookieHeader;
  const image = await photo();
  let connection = new HttpConnection(port, headers);
  await wait(Math.random() * thinking);
  const send: Record<Kind, () => Promise<number>> = {
    read: async () =>
      (await connection.send({ method: 'GET', path: `/api/v1/post/feed?${anyOf(lists)}`, cookie })).status,
    login: async () => {
      const body = { email: person.account.email, password: goodPassword };
      const path = '/api/v1/users/login';
      return (await connection.send({ method: 'POST', path, cookie, body })).status;
    },
    upload: async () => {
      const body = toForm(postFields(), { images: [image] });
      const sent = { method: 'POST', headers: { ...headers, cookie }, body };
      const response = await fetch(`${origin}/api/v1/post/create-post`, sent);
      await response.text();
      return response.status;
    },
  };
  while (performance.now() < end) {
    const kind = kindOf(Math.random());
    const sentAt = performance.now();
    try {
      const status = await send[kind]();
      if (status < 400) latencies[kind].push(performance.now() - sentAt);
      else refused[kind] += 1;
    } catch {
      refused[kind] += 1;
      connection.close();
      connection = new HttpConnection(port, headers);
    }
    await wait(thinking * (0.5 + Math.random()));
  }
  connection.close();
}

interface Siege {
  port: number;
  end: number;
  members: readonly Person[];
}

const attackers: Record<Attack, (siege: Siege) => Promise<void>> = {
  searches: ({ port, end, members }) =>
    inParallel(20, (index) => {
      const cookie = nth(members, index).client.cookieHeader;
      return repeat({ port, end, address: `10.2.${index}.1`, perSecond: 10 }, (count) => {
        const q = encodeURIComponent(Array.from({ length: 8 }, inventWord).join(' '));
        const paths = [`/api/v1/crops?q=${q}`, `/api/v1/wanted?cursor=x&q=${q}`, `/api/v1/post/feed?q=${q}`];
        return { method: 'GET', path: nth(paths, count), cookie };
      });
    }),

  json: ({ port, end }) =>
    inParallel(4, (index) =>
      repeat({ port, end, address: `10.2.${index}.1`, perSecond: 10 }, () => ({
        method: 'POST',
        path: '/api/v1/users/login',
        text: '['.repeat(60_000) + ']'.repeat(60_000),
      })),
    ),

  logins: ({ port, end, members }) =>
    inParallel(300, (index) =>
      repeat({ port, end, address: `10.${3 + (index >> 8)}.${index & 255}.1`, perSecond: 1 }, (count) => ({
        method: 'POST',
        path: '/api/v1/users/login',
        body: {
          email: count % 2 ? nth(members, index).account.email : `${inventWord()}@upaj.example`,
          password: 'not-the-password',
        },
      })),
    ),

  async photos({ port, end, members }) {
    const side = 7_071;
    const background = '#8a6a1f';
    const bytes = await sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
    const image = new Blob([new Uint8Array(bytes)]);
    const form = toForm(postFields({ title: '' }), { images: Array.from({ length: 10 }, () => image) });
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    await inParallel(4, async (index) => {
      const headers = { cookie: nth(members, index).client.cookieHeader, 'content-type': type };
      while (performance.now() < end) {
        const sent = { method: 'POST', headers, body };
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/post/create-post`, sent).catch(
          () => {},
        );
        await response?.text().catch(() => {});
        await wait(100);
      }
    });
  },

  async frames({ port, end, members }) {
    const { client, account } = nth(members, 0);
    const socket = io(`http://127.0.0.1:${port}`, {
      forceNew: true,
      transports: ['websocket'],
      query: { userId: account._id },
      extraHeaders: { cookie: client.cookieHeader },
    });
    const text = 'x'.repeat(9_000);
    while (performance.now() < end) {
      if (socket.connected)
        for (let count = 0; count < 20; count += 1)
          socket.emit('send', { userId: nth(members, 1).account._id, text });
      await wait(20);
    }
    socket.close();
  },
};

const inParallel = async (count: number, work: (index: number) => Promise<void>) => {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
};

/** Sends requests from an address, the next one at the earliest when the last one is answered. */
async function repeat(
  { port, end, address, perSecond }: { port: number; end: number; address: string; perSecond: number },
  request: (count: number) => SentRequest,
): Promise<void> {
  const headers = { 'x-forwarded-for': address };
  let connection = new HttpConnection(port, headers);
  await wait((Math.random() * 1000) / perSecond);
  for (let count = 0; performance.now() < end; count += 1) {
    const next = performance.now() + 1000 / perSecond;
    try {
      await connection.send(request(count));
    } catch {
      connection.close();
      connection = new HttpConnection(port, headers);
    }
    await wait(Math.max(0, next - performance.now()));
  }
  connection.close();
}

function kindOf(chance: number): Kind {
  if (chance < shares.upload) return 'upload';
  return chance < shares.upload + shares.login ? 'login' : 'read';
}

const anyOf = <T>(list: readonly T[]) => nth(list, Math.floor(Math.random() * list.length));
const letters = [...'aeioukgtdnpbmrsl'];
const inventWord = () => Array.from({ length: 6 }, () => anyOf(letters)).join('');
