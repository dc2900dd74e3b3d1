import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Account } from '@upaj/contract/people/profiles';
import type { Comment } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import { TestClient } from './client.ts';

export const goodPassword = 'harvest-2026';

export function registration(changes: Record<string, string> = {}): Record<string, string> {
  const unique = randomUUID().slice(0, 13).replace('-', '');
  return {
    fullName: 'Gurpreet Singh',
    contact: '9876543210',
    username: `user.${unique}`,
    email: `${unique}@upaj.example`,
    adharNo: Array.from({ length: 12 }, () => randomInt(10)).join(''),
    userType: 'farmer',
    majorProduct: 'Wheat',
    password: goodPassword,
    confirmPassword: goodPassword,
    ...changes,
  };
}

export function postFields(changes: Record<string, string> = {}): Record<string, string> {
  return {
    title: 'Sharbati wheat, this harvest',
    description: 'Clean, dry grain. Moisture 11%.',
    price: '31.50',
    priceUnit: 'per kg',
    category: 'Grains',
    cropType: 'Wheat',
    quantity: '40 quintal',
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Bahomajra',
    pincode: '141401',
    shelLife: '12 months',
    tags: 'wheat,sharbati',
    ...changes,
  };
}

export function toForm(
  fields: Record<string, string>,
  files: Record<string, readonly (Blob | File)[]> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, list] of Object.entries(files)) {
    for (const file of list) form.append(name, file, file instanceof File ? file.name : 'photo.jpg');
  }
  return form;
}

interface PhotoOptions {
  width?: number;
  height?: number;
  background?: string;
  hasGps?: boolean;
}

const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '30/1 42/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '76/1 13/1 0/1',
};

/** Makes a photo with as much detail, and so as many bytes, as a real one. */
export async function photo(options: PhotoOptions = {}): Promise<Blob> {
  const { width = 64, height = 48, background = '#8a6a1f', hasGps = false } = options;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  // The grain is coarse, which is closer to a photo: fine noise takes minutes and does not compress.
  const grain = {
    width: Math.min(width, 640),
    height: Math.min(height, 640),
    channels: 3,
    background,
    noise,
  } as const;
  let image = sharp({ create: grain }).resize(width, height, { fit: 'fill' }).tint(background);
  if (hasGps) image = image.withExif({ IFD0: { Make: 'Test phone' }, IFD3: gps });
  return new Blob([new Uint8Array(await image.jpeg({ quality: 80 }).toBuffer())], { type: 'image/jpeg' });
}

/**
 * Makes a photo of 9 × 8 spots, each much lighter or darker than the next, so that compression does not change its
 * hash.
 */
export async function scene(): Promise<Blob> {
  const [columns, rows, step] = [9, 8, 40];
  const spots = Array.from({ length: rows }, () => {
    let grey = randomInt(step, 256 - step);
    return Array.from({ length: columns }, () => {
      const isUp = grey < step || (grey < 256 - step && randomInt(2) === 1);
      return (grey += isUp ? step : -step);
    });
  });
  const raw = { width: columns, height: rows, channels: 1 } as const;
  const image = sharp(Buffer.from(spots.flat()), { raw }).resize(320, 240, {
    fit: 'fill',
    kernel: 'nearest',
  });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: 'image/jpeg' });
}

export interface Person {
  client: TestClient;
  account: Account;
}

/**
 * Each request comes from another IP address: the files that share a server would together exceed the hourly limit of
 * registrations from one address.
 */
export function fromOwnAddress() {
  const part = () => randomInt(256);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

export async function addPerson(url: string, changes: Record<string, string> = {}): Promise<Person> {
  const client = new TestClient(url);
  const form = toForm(registration(changes));
  const register = () => client.call('POST /api/v1/users/register', { form, headers: fromOwnAddress() });
  // Hashing the passwords of several people may take a slow machine longer than people wait.
  const { data } = await register().catch(async (error: Error) => {
    if (!error.message.includes('BUSY')) throw error;
    await sleep(5_000);
    return register();
  });
  return { client, account: data.user };
}

export async function addPost(
  person: Person,
  changes: Record<string, string> = {},
  photos = 1,
): Promise<Post> {
  const images = await Promise.all(Array.from({ length: photos }, () => photo()));
  const form = toForm(postFields(changes), { images });
  return (await person.client.call('POST /api/v1/post/create-post', { form })).data;
}

export async function addComment(person: Person, postId: string, text: string): Promise<Comment> {
  const body = { text, clientId: randomUUID() };
  const params = { postId };
  return (await person.client.call('POST /api/v1/post/:postId/comments', { params, body })).data;
}
