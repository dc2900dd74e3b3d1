import { createHash } from 'node:crypto';
import { registerSchema } from '@upaj/contract/users';
import { postFormSchema } from '@upaj/contract/posts';
import type { Services } from '#src/app.ts';
import { drawCrop } from './illustrations/draw-crop.ts';
import { drawPerson } from './illustrations/draw-person.ts';
import { demoPeople, type DemoPerson } from './people.ts';
import { demoPosts, type DemoPost } from './posts.ts';

/** Every demo person's password. */
export const demoPassword = 'upaj-harvest';
const day = 24 * 60 * 60_000;

/**
 * Fills an empty market with people and posts, through the same services as real ones. Goes on where an earlier
 * start was cut off; does nothing once a real person has registered.
 */
export async function loadDemoData(
  services: Services,
  onProgress: (done: number, of: number) => void,
): Promise<boolean> {
  const demoEmails = demoPeople.map(({ email }) => email);
  if (await services.users.hasOthersThan(demoEmails)) return false;
  const ids = new Map<string, string>();
  for (const [index, person] of demoPeople.entries())
    ids.set(person.username, await addPerson(services, person, index));
  let done = 0;
  const oldestFirst = [...demoPosts.entries()].sort(([, a], [, b]) => b.hoursAgo - a.hoursAgo);
  await inParallel(4, oldestFirst, async ([index, post]) => {
    await addPost(services, post, index, ids);
    onProgress((done += 1), demoPosts.length);
  });
  return true;
}

async function addPerson({ users }: Services, person: DemoPerson, index: number): Promise<string> {
  const earlier = await users.findIdByEmail(person.email);
  if (earlier) return earlier;
  const form = registerSchema.parse({
    ...person,
    // Not a number of anybody: the authority gives none that begins with 0.
    adharNo: String(index).padStart(12, '0'),
    password: demoPassword,
    confirmPassword: demoPassword,
  });
  const avatar = Buffer.from(drawPerson(person));
  return users.register(form, avatar, {
    bio: person.bio,
    is_verified: person.isVerified,
    state: person.state,
    district: person.district,
    city: person.city,
    village: person.village,
    pincode: person.pincode,
    created_at: new Date(Date.now() - person.joinedDaysAgo * day),
  });
}

async function addPost(
  { posts, likes }: Services,
  post: DemoPost,
  index: number,
  ids: Map<string, string>,
): Promise<void> {
  const authorId = ids.get(post.author) ?? '';
  const form = postFormSchema.parse({
    ...post,
    tags: post.tags.join(','),
    harvestDate: post.harvestDaysAgo === undefined ? undefined : daysAgo(post.harvestDaysAgo),
  });
  const photos = Array.from({ length: post.images }, (_, scene) =>
    Buffer.from(drawCrop(post.cropType, index * 10 + scene)),
  );
  const postId = await posts.createPost(form, photos, {
    authorId,
    idempotencyKey: uuidOf(`demo post ${index}`),
    createdAt: new Date(Date.now() - post.hoursAgo * 60 * 60_000),
  });
  if (!post.isAvailable) await posts.setAvailability(postId, false, authorId);
  const others = [...ids.values()].filter((id) => id !== authorId);
  for (const [place, viewerId] of others.entries()) {
    const interest = (index * 31 + place * 17) % 100;
    if (interest < 55) await posts.viewPost(postId, viewerId);
    if (interest < 18) await likes.addLike(viewerId, postId);
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * day).toISOString().slice(0, 10);
}

/** The same UUID for the same text, so that a second start finds the post of the first. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function inParallel<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}
