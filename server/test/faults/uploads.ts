import { once } from 'node:events';
import { connect } from 'node:net';
import { rm, statfs, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postFields, toForm } from '#test/factories.ts';
import { attackWithPhotos, during, largePhoto, mostMemory, percentile } from '../photo-attack.ts';
import { nth } from './market.ts';
import { seconds, type Fault, type Scene } from './run-fault.ts';

export async function openDrip(url: string): Promise<{ end(): void }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {});
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

async function expectOnDisk({ market, note, complain }: Scene, withPhoto: number): Promise<void> {
  const person = nth(market.people, 0);
  const client = person.client.at(market.servers[0]?.url ?? '');
  const form = toForm(postFields(), { images: [market.photo] });
  const { status } = await client.send('POST /api/v1/post/create-post', { form });
  const params = { postId: market.postIds[0] ?? '' };
  const like = await client.send('POST /api/v1/like/like/:postId', { params });
  note(`a photo ${status}, a like ${like.status}`);
  if (status !== withPhoto) complain(`a photo was answered ${status}, not ${withPhoto}`);
  if (like.status !== 200) complain(`a like was answered ${like.status}`);
}

const mostMegabytes = 700;

export const photoAttack: Fault = {
  name: '20 posts at once of five 49-megapixel photos',
  async run({ market, load, recover, note, complain }) {
    const { url = '', child } = market.servers[0] ?? {};
    const photo = await largePhoto('jpeg');
    const clients = market.people.map(({ client }) => client.at(url));
    const began = load.logInTimes.length;
    const attack = attackWithPhotos(clients, [photo]);
    let turn = 0;
    const loggingIn = during(attack, () => load.logIn(nth(market.people, turn++), url));
    const memory = await mostMemory(child?.pid ?? 0, attack);
    const statuses = await attack;
    await loggingIn;
    await recover();
    const times = load.logInTimes.slice(began).toSorted((a, b) => a - b);
    const p99 = percentile(times, 0.99);
    note(`photos of ${Math.round(photo.size / 1_000)} kB answered ${statuses.join(' ')}`);
    note(`memory ${Math.round(memory)} MB, log-in p99 ${seconds(p99)} s of ${times.length}`);
    if (memory > mostMegabytes) complain(`it took ${Math.round(memory)} MB`);
    if (p99 > 1_000) complain('log-in took more than 1 s');
    if (statuses.includes(500)) complain('the attack was answered with 500');
  },
};
