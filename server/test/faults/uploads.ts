import { connect } from 'node:net';
import { rm, statfs, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { postFields, toForm } from '#test/factories.ts';
import { residentMemory } from '../picture-attack.ts';
import { nth } from './market.ts';
import { seconds, type Fault, type Scene } from './run-fault.ts';

export async function openDrip(url: string): Promise<{ end(): void }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  const head = [
    'POST /api/v1/users/register HTTP/1.1',
    'host: upaj.example',
    'content-type: multipart/form-data; boundary=upaj',
    'content-length: 9000000',
    '',
    '--upaj',
    'content-disposition: form-data; name="avatar"; filename="a.jpg"',
    'content-type: image/jpeg',
    '',
    '',
  ];
  socket.write(head.join('\r\n'));
  const dripping = setInterval(() => socket.write('a'), 100);
  socket.once('close', () => clearInterval(dripping));
  return { end: () => socket.destroy() };
}

export const drippingUploads: Fault = {
  name: '40 uploads that drip',
  async run({ market, recover, note }) {
    const { url } = market.servers[0] ?? { url: '' };
    const drips = await Promise.all(Array.from({ length: 40 }, () => openDrip(url)));
    await wait(5_000);
    const names = await readdir(join(market.dataDir, 'uploads'), { recursive: true });
    note(`${names.length} entries under uploads`);
    for (const drip of drips) drip.end();
    await recover();
  },
};

export const fullDisk: Fault = {
  name: 'the disk of DATA_DIR full for 4 s',
  async run(scene) {
    const { market, note } = scene;
    if (!market.hasOwnDisk) {
      note('NOT RUN: it takes a root who may mount a tmpfs');
      return;
    }
    const filler = join(market.dataDir, 'filler');
    const { bavail, bsize } = await statfs(market.dataDir);
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
    try {
      await expectOnDisk(scene, 507);
      await wait(4_000);
    } finally {
      await rm(filler);
    }
    await scene.recover();
    await expectOnDisk(scene, 201);
  },
};

async function expectOnDisk({ market, note, complain }: Scene, withPicture: number): Promise<void> {
  const person = nth(market.people, 0);
  const client = person.client.at(market.servers[0]?.url ?? '');
  const form = toForm(postFields(), { images: [market.picture] });
  const { status } = await client.send('POST /api/v1/post/create-post', { form });
  const params = { postId: market.postIds[0] ?? '' };
  const like = await client.send('POST /api/v1/like/like/:postId', { params });
  note(`a picture ${status}, a like ${like.status}`);
  if (status !== withPicture) complain(`a picture was answered ${status}, not ${withPicture}`);
  if (like.status !== 200) complain(`a like was answered ${like.status}`);
}

const mostMemory = 700;

export const pictureAttack: Fault = {
  name: '20 posts at once of five 49-megapixel pictures',
  async run({ market, load, recover, note, complain }) {
    const { url, child } = market.servers[0] ?? {};
    const picture = await hugePicture();
    const over = new AbortController();
    let memory = 0;
    const watching = (async () => {
      while (!over.signal.aborted) {
        memory = Math.max(memory, await residentMemory(child?.pid ?? 0));
        await wait(100);
      }
    })();
    const began = load.logInTimes.length;
    const loggingIn = (async () => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        await load.logIn(nth(market.people, turn), url);
        await wait(100);
      }
    })();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = nth(market.people, index).client.at(url ?? '');
        const form = toForm(postFields(), { images: Array.from({ length: 5 }, () => picture) });
        const sent = client.send('POST /api/v1/post/create-post', { form });
        return (await sent.catch(() => ({ status: 'cut' }))).status;
      }),
    );
    over.abort();
    await Promise.all([watching, loggingIn]);
    await recover();
    const times = load.logInTimes.slice(began).sort((a, b) => a - b);
    const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0;
    note(`pictures of ${Math.round(picture.size / 1_000)} kB answered ${countsOf(statuses)}`);
    note(`memory ${Math.round(memory)} MB, log-in p99 ${seconds(p99)} s of ${times.length}`);
    if (memory > mostMemory) complain(`it took ${Math.round(memory)} MB`);
    if (p99 > 1_000) complain('log-in took more than 1 s');
    if (statuses.includes(500)) complain('the attack was answered with 500');
  },
};

async function hugePicture(): Promise<Blob> {
  const create = { width: 7_000, height: 7_000, channels: 3, background: '#6a8a1f' } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 80 }).toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

function countsOf(values: readonly unknown[]): string {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${String(value)}: ${count}`).join(', ');
}
