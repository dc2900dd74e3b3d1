import { createHash } from 'node:crypto';
import type { Account } from '@upaj/contract/profiles';
import { registerSchema } from '@upaj/contract/registration';
import { postFormSchema } from '@upaj/contract/posts';
import type { CommentsService } from '#src/features/comments/service.ts';
import type { FollowsService } from '#src/features/follows/service.ts';
import type { LikesService } from '#src/features/likes/service.ts';
import type { PostsService } from '#src/features/posts/service.ts';
import type { ProfilesService } from '#src/features/profiles/service.ts';
import type { UsersService } from '#src/features/users/service.ts';
import { findQuestion } from './comments.ts';
import { drawCrop } from './illustrations/draw-crop.ts';
import { drawPerson } from './illustrations/draw-person.ts';
import { findFollowed } from './follows.ts';
import { demoPeople } from './people.ts';
import type { DemoPerson } from './person.ts';
import type { DemoPost } from './post-draft.ts';
import { demoPosts } from './posts.ts';
import { renderDrawing } from './render.ts';

/** Every demo person's password. */
export const demoPassword = 'upaj-harvest';
interface Services {
  users: UsersService;
  profiles: ProfilesService;
  follows: FollowsService;
  posts: PostsService;
  likes: LikesService;
  comments: CommentsService;
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
  const addRest = async () => {
    if (await isWhole(services, newestFirst, ids)) return;
    await inTwos(demoPeople, (person) => addTies(services, person, ids), signal);
    await inTwos(entries.slice(postsAtOpening), ([entry, place]) => add(entry, place), signal);
  };
  return { rest: addRest() };
}

/** Whether an earlier start came to its end; what people have changed since then stays as they want it. */
async function isWhole(
  { posts }: Services,
  newestFirst: readonly [number, DemoPost][],
  ids: Map<string, string>,
): Promise<boolean> {
  const added = newestFirst.slice(-2).map(([index, post]) => findEarlier(posts, index, post, ids));
  return !(await Promise.all(added)).includes(undefined);
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
  const { trade } = person;
  return users.register(form, avatar, {
    bio: person.bio,
    whatsapp: trade.hasWhatsapp ? person.contact : '',
    business_name: trade.businessName ?? '',
    specialization: trade.specialization,
    experience: trade.experience,
    farm_size: trade.farmSize ?? '',
    certifications: trade.certifications ?? [],
    is_verified: person.isVerified,
    state: person.state,
    district: person.district,
    city: person.city,
    village: person.village,
    pincode: person.pincode,
    created_at: new Date(Date.now() - person.joinedDaysAgo * day),
  });
}

/** Whom they follow, and their wide picture if they have none. */
async function addTies(
  { follows, profiles }: Services,
  person: DemoPerson,
  ids: Map<string, string>,
): Promise<void> {
  const id = ids.get(person.username) ?? '';
  for (const { username } of findFollowed(person, demoPeople)) await follows.follow(id, username);
  const { cover } = person.trade;
  const { coverImage } = JSON.parse(await profiles.findAccount(id)) as Account;
  if (!cover || coverImage) return;
  await profiles.changePicture(id, 'coverImage', await renderDrawing(drawCrop(cover, 0)));
}

async function addPost(
  services: Services,
  post: DemoPost,
  index: number,
  ids: Map<string, string>,
): Promise<void> {
  const { posts, likes } = services;
  const authorId = ids.get(post.author) ?? '';
  if (await findEarlier(posts, index, post, ids)) return;
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
    idempotencyKey: keyOf(index),
    createdAt: new Date(Date.now() - post.hoursAgo * 60 * 60_000),
  });
  if (!post.isAvailable) await posts.setAvailability(postId, false, authorId);
  const others = [...ids.values()].filter((id) => id !== authorId);
  for (const [place, viewerId] of others.entries()) {
    const interest = (index * 31 + place * 17) % 100;
    if (interest < 30) await posts.viewPost(postId, viewerId);
    if (interest < 12) await likes.addLike(viewerId, postId);
  }
  await addComments(services, postId, authorId, index, ids);
}

async function addComments(
  { comments }: Services,
  postId: string,
  authorId: string,
  index: number,
  ids: Map<string, string>,
): Promise<void> {
  const asked = findQuestion(index);
  const buyers = demoPeople.filter(({ userType }) => userType === 'merchant');
  const buyerId = ids.get(buyers[index % buyers.length]?.username ?? '');
  if (!asked || !buyerId || buyerId === authorId) return;
  const say = (personId: string, text: string) =>
    comments.addComment(postId, personId, { text, clientId: uuidOf(`${index} ${text}`) });
  await say(buyerId, asked.question);
  if (asked.answer) await say(authorId, asked.answer);
}

function findEarlier(posts: PostsService, index: number, { author }: DemoPost, ids: Map<string, string>) {
  return posts.findEarlier(ids.get(author) ?? '', keyOf(index));
}

const keyOf = (index: number) => uuidOf(`demo post ${index}`);

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
