import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { TestClient } from './client.ts';
import { goodPassword, postFields, toForm } from './factories.ts';

export const attackFormats = ['jpeg', 'progressive', 'png', 'webp', 'gif', 'tiff'] as const;

/** Makes a photo of 49 megapixels, or of another side, that has only a few hundred kilobytes. */
export async function largePhoto(format: (typeof attackFormats)[number], side = 7_000): Promise<Blob> {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#8a6a1f' } });
  const encoded = {
    jpeg: () => plain.jpeg(),
    // A progressive photo must be decoded as a whole.
    progressive: () => plain.jpeg({ progressive: true }),
    png: () => plain.png(),
    webp: () => plain.webp({ effort: 0 }),
    gif: () => plain.resize(6900, 6900).gif({ effort: 1 }),
    tiff: () => plain.tiff({ compression: 'lzw' }),
  }[format]();
  return new Blob([new Uint8Array(await encoded.toBuffer())]);
}

export async function attackWithPhotos(
  clients: readonly TestClient[],
  photos: readonly Blob[],
  count = 20,
  each = 5,
): Promise<number[]> {
  const posts = Array.from({ length: count }, async (_, index) => {
    const images = Array.from({ length: each }, (__, place) => photos[(index + place) % photos.length]);
    const form = toForm(postFields(), { images: images.filter((image) => image !== undefined) });
    const sent = clients[index % clients.length]?.send('POST /api/v1/post/create-post', { form });
    // The status is 0 if the connection was cut.
    return (await sent?.catch(() => undefined))?.status ?? 0;
  });
  return Promise.all(posts);
}

export async function timeLogins(
  client: TestClient,
  email: string,
  work: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  await during(work, async () => {
    const start = performance.now();
    await client.call('POST /api/v1/users/login', { body: { email, password: goodPassword } });
    times.push(performance.now() - start);
  });
  return times.toSorted((a, b) => a - b);
}

/** Returns the most memory of a process and its children while the work runs, in MB. */
export async function mostMemory(pid: number, work: Promise<unknown>): Promise<number> {
  let most = 0;
  await during(work, async () => {
    most = Math.max(most, await residentMemory(pid));
  });
  return most;
}

/** Repeats the step until the work ends. */
export async function during(work: Promise<unknown>, step: () => Promise<unknown>): Promise<void> {
  const end = Symbol('end');
  const ended = work.then(
    () => end,
    () => end,
  );
  do await step();
  while ((await Promise.race([ended, sleep(50)])) !== end);
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the memory in MB. Shared pages are counted twice. */
export async function residentMemory(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = [pid, ...children.split(' ').filter(Boolean)];
  const sizes = await Promise.all(pids.map(residentMemoryOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function residentMemoryOf(pid: number | string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
