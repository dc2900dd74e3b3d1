import { createHash } from 'node:crypto';
import { registerSchema } from '@upaj/contract/users';
import { postFormSchema } from '@upaj/contract/posts';
import type { LikesService } from '#src/features/likes/service.ts';
import type { PostsService } from '#src/features/posts/service.ts';
import type { UsersService } from '#src/features/users/service.ts';
import { drawCrop } from './illustrations/draw-crop.ts';
import { drawPerson } from './illustrations/draw-person.ts';
import { demoPeople } from './people.ts';
import type { DemoPerson } from './person.ts';
import type { DemoPost } from './post-draft.ts';
import { demoPosts } from './posts.ts';
import { renderDrawing } from './render.ts';

/** Every demo person's password. */
export const demoPassword = 'upaj-harvest';
interface Services {
  users: UsersService;
  posts: PostsService;
  likes: LikesService;
}

const day = 24 * 60 * 60_000;

/** Posts that are there before the market opens; they fill the first screens. */
const postsAtOpening = 24;
/** Drawing takes most of a first start, so only posts near the top of the feed have all their pictures. */
const picturesFurtherDown = 2;

export interface DemoLoading {
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}

/**
 * Fills an empty market with people and posts, through the same services as real ones, the newest posts first.
 * Goes on where an earlier start was cut off; does nothing once a real person has registered.
 * @returns once there is something to see, with a promise of the rest; undefined where nothing is to be done.
 */
export async function loadDemoData(
  services: Services,
  { signal, onProgress }: DemoLoading,
): Promise<{ rest: Promise<void> } | undefined> {
  if (await services.users.hasOthersThan(demoPeople.map(({ email }) => email))) return undefined;
  const ids = new Map<string, string>();
  for (const [index, person] of demoPeople.entries())
    ids.set(person.username, await addPerson(services, person, index));
  const newestFirst = [...demoPosts.entries()].sort(([, a], [, b]) => a.hoursAgo - b.hoursAgo);
  const add = async ([index, post]: [number, DemoPost], place: number) => {
    const images = place < postsAtOpening ? post.images : Math.min(post.images, picturesFurtherDown);
    await addPost(services, { ...post, images }, index, ids);
    onProgress(place + 1, demoPosts.length);
  };
  const entries = newestFirst.map((entry, place) => [entry, place] as const);
  await inTwos(entries.slice(0, postsAtOpening), ([entry, place]) => add(entry, place), signal);
  return { rest: inTwos(entries.slice(postsAtOpening), ([entry, place]) => add(entry, place), signal) };
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
  const avatar = await renderDrawing(drawPerson(person));
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
  const idempotencyKey = uuidOf(`demo post ${index}`);
  if (await posts.findEarlier(authorId, idempotencyKey)) return;
  const form = postFormSchema.parse({
    ...post,
    tags: post.tags.join(','),
    harvestDate: post.harvestDaysAgo === undefined ? undefined : daysAgo(post.harvestDaysAgo),
  });
  // Neighbouring seeds show different scenes of the crop.
  const seeds = Array.from({ length: post.images }, (_, scene) => index * 7 + scene);
  const photos = await Promise.all(seeds.map((seed) => renderDrawing(drawCrop(post.cropType, seed))));
  const postId = await posts.createPost(form, photos, {
    authorId,
    idempotencyKey,
    createdAt: new Date(Date.now() - post.hoursAgo * 60 * 60_000),
  });
  if (!post.isAvailable) await posts.setAvailability(postId, false, authorId);
  const others = [...ids.values()].filter((id) => id !== authorId);
  for (const [place, viewerId] of others.entries()) {
    const interest = (index * 31 + place * 17) % 100;
    if (interest < 30) await posts.viewPost(postId, viewerId);
    if (interest < 12) await likes.addLike(viewerId, postId);
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

/** Two at a time, one for each core of a small machine; stops between two items when asked to. */
async function inTwos<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined && !signal.aborted; item = rest.shift())
      await work(item);
  };
  await Promise.all([worker(), worker()]);
}
