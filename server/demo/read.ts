import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { counterFormSchema } from '@upaj/contract/deals/offers';
import { reviewFormSchema } from '@upaj/contract/deals/reviews';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { alertFormSchema } from '@upaj/contract/mandi/alerts';
import { registerSchema } from '@upaj/contract/people/registration';
import { commentFormSchema } from '@upaj/contract/trade/comments';
import { savedQuerySchema } from '@upaj/contract/trade/saved-searches';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { wantedFormSchema } from '@upaj/contract/trade/wanted';
import * as z from 'zod/mini';
import { StartError } from '#src/platform/start-error.ts';
import { dealSchema, type DemoDeal } from './deal-schema.ts';

export const demoPassword = 'upaj-harvest';

const text = z.string().check(z.minLength(1));
const age = z.number().check(z.gte(0));
const count = z.int().check(z.gte(0));

const personSchema = z.strictObject({
  username: text,
  fullName: text,
  userType: z.enum(['farmer', 'merchant']),
  contact: text,
  hasWhatsapp: z.optional(z.boolean()),
  majorProduct: text,
  bio: text,
  businessName: z.optional(text),
  specialization: text,
  upiId: z.optional(text),
  experience: text,
  farmSize: z.optional(text),
  certifications: z.optional(z.array(text)),
  state: text,
  district: text,
  city: text,
  village: text,
  pincode: text,
  isVerified: z.boolean(),
  joinedDaysAgo: age,
  /** The name of the cover photo. The portrait is `people/<username>`. */
  cover: z.optional(text),
});
export type DemoPerson = z.infer<typeof personSchema>;

/** `shelLife` and `minorderQunatity` are spelled as in the contract. */
const postSchema = z.strictObject({
  id: text,
  author: text,
  title: text,
  description: text,
  price: z.number(),
  priceUnit: text,
  originalPrice: z.optional(z.number()),
  quantity: text,
  category: text,
  cropType: text,
  tags: z.array(text),
  variety: z.optional(text),
  harvestDaysAgo: z.optional(age),
  shelLife: text,
  minorderQunatity: z.optional(text),
  packaging: z.optional(text),
  isAvailable: z._default(z.boolean(), true),
  isOrganic: z._default(z.boolean(), false),
  isFeatured: z._default(z.boolean(), false),
  photos: z.array(text).check(z.minLength(1)),
  hoursAgo: age,
  views: count,
  likes: count,
});
export type DemoPost = z.infer<typeof postSchema>;

const saying = { text, hoursAgo: age };

const conversationSchema = z.strictObject({
  between: z.tuple([text, text]),
  /** How many messages at the end are unread. */
  unread: z._default(count, 0),
  messages: z.array(
    z.strictObject({ ...saying, from: text, post: z.optional(text), photo: z.optional(text) }),
  ),
});
export type DemoConversation = z.infer<typeof conversationSchema>;

const reviewSchema = z.strictObject({
  person: text,
  reviewer: text,
  rating: z.number(),
  comment: text,
  hoursAgo: age,
  answer: z.optional(z.strictObject(saying)),
});
export type DemoReview = z.infer<typeof reviewSchema>;

const alertPlace = { owner: text, state: z.string(), type: z.enum(['above', 'below']) };
const alertSchema = z.union([
  z.strictObject({
    ...alertPlace,
    commodity: text,
    targetPrice: z.number(),
    unit: z.optional(z.enum(['quintal', 'kg'])),
  }),
  /**
   * An alert that is reached: for the first of the commodities whose price moved this way on the last day, at that
   * price.
   */
  z.strictObject({ ...alertPlace, isReached: z.literal(true), commodities: z.array(text) }),
]);
export type DemoAlert = z.infer<typeof alertSchema>;

const savedSearchSchema = z.strictObject({ owner: text, query: savedQuerySchema });
const wantedSchema = z.strictObject({
  author: text,
  cropType: text,
  quantity: z.number(),
  unit: text,
  maxPrice: z.number(),
  priceUnit: text,
  daysLeft: age,
  note: text,
  hoursAgo: age,
});
export type DemoWanted = z.infer<typeof wantedSchema>;

const newsSchema = z.strictObject({ title: text, summary: text, hoursAgo: age });

export interface DemoData {
  people: DemoPerson[];
  posts: DemoPost[];
  follows: Record<string, string[]>;
  comments: Record<string, { author: string; text: string; hoursAgo: number }[]>;
  conversations: DemoConversation[];
  reviews: DemoReview[];
  alerts: DemoAlert[];
  savedSearches: z.infer<typeof savedSearchSchema>[];
  wanted: DemoWanted[];
  deals: DemoDeal[];
  news: z.infer<typeof newsSchema>[];
}

/** Reads a file of the demo market. @throws StartError that names the file and the position */
export function readDemoFile<T extends z.ZodMiniType>(file: string, schema: T): z.output<T> {
  const path = fileURLToPath(new URL(`${file}.json`, import.meta.url));
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartError(`The demo data in ${path} cannot be read: ${(error as Error).message}`);
  }
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  throw new StartError(`The demo data in ${path} is wrong: ${explain(parsed.error, json)}`);
}

/** Reads the demo market. @throws StartError */
export function readDemoData(): DemoData {
  return {
    people: readDemoFile('people', z.array(personSchema)),
    posts: readDemoFile('posts', z.array(postSchema)).toSorted((a, b) => a.hoursAgo - b.hoursAgo),
    follows: readDemoFile('follows', z.record(text, z.array(text))),
    comments: readDemoFile('comments', z.record(text, z.array(z.strictObject({ ...saying, author: text })))),
    conversations: readDemoFile('conversations', z.array(conversationSchema)),
    reviews: readDemoFile('reviews', z.array(reviewSchema)),
    alerts: readDemoFile('alerts', z.array(alertSchema)),
    savedSearches: readDemoFile('saved-searches', z.array(savedSearchSchema)),
    wanted: readDemoFile('wanted', z.array(wantedSchema)),
    deals: readDemoFile('deals', z.array(dealSchema)),
    news: readDemoFile('news', z.array(newsSchema)),
  };
}

/** @throws StartError for data that the API would refuse, and for unknown names */
export function checkDemoData(data: DemoData): void {
  for (const problem of findProblems(data)) throw new StartError(`The demo data is wrong: ${problem}`);
}

export function findLogins({ people }: DemoData): DemoPerson[] {
  const roles = ['farmer', 'merchant'] as const;
  return roles.flatMap((role) => people.find(({ userType }) => userType === role) ?? []);
}

export const emailOf = ({ username }: DemoPerson): string => `${username}@upaj.example`;

export const photoPath = (name: string): string =>
  fileURLToPath(new URL(`photos/${name}.webp`, import.meta.url));

export function registerForm(person: DemoPerson, index: number): unknown {
  return {
    ...person,
    email: emailOf(person),
    // An Aadhaar number of nobody, because the authority issues none that begins with 0.
    adharNo: String(index).padStart(12, '0'),
    password: demoPassword,
    confirmPassword: demoPassword,
  };
}

export function postForm(post: DemoPost, author: DemoPerson | undefined, harvestDate?: string): unknown {
  const { state, district, city, village, pincode } = author ?? {};
  return { ...post, state, district, city, village, pincode, harvestDate, tags: post.tags.join(',') };
}

/** Makes the form of a wanted post. The goods are wanted in the district of the merchant. */
export function wantedForm(wanted: DemoWanted, author: DemoPerson | undefined): unknown {
  const { state, district } = author ?? {};
  return { ...wanted, state, district, endDate: writeDay(dayInIndia() + wanted.daysLeft) };
}

function* findProblems(data: DemoData): Generator<string> {
  const { people, posts } = data;
  const usernames = new Map(people.map((person) => [person.username, person]));
  const postIds = new Set(posts.map(({ id }) => id));
  const has = { person: (name: string) => usernames.has(name), post: (id: string) => postIds.has(id) };
  const unknown = (file: string, kind: keyof typeof has, names: readonly string[]) =>
    names
      .filter((name) => !has[kind](name))
      .map((name) => `${file}.json names the unknown ${kind} "${name}"`);
  const refused = (what: string, schema: z.ZodMiniType, form: unknown) => {
    const parsed = z.safeParse(schema, form);
    return parsed.success ? [] : [`${what}: ${explain(parsed.error, form)}`];
  };

  if (usernames.size < people.length) yield 'people.json has a username twice';
  if (postIds.size < posts.length) yield 'posts.json has an id twice';
  for (const [index, person] of people.entries())
    yield* refused(`person "${person.username}"`, registerSchema, registerForm(person, index));
  for (const post of posts) {
    yield* unknown('posts', 'person', [post.author]);
    yield* refused(`post "${post.id}"`, postFormSchema, postForm(post, usernames.get(post.author)));
  }
  for (const [username, followed] of Object.entries(data.follows))
    yield* unknown('follows', 'person', [username, ...followed]);
  for (const [postId, comments] of Object.entries(data.comments)) {
    yield* unknown('comments', 'post', [postId]);
    for (const comment of comments) {
      yield* unknown('comments', 'person', [comment.author]);
      yield* refused(`comment on "${postId}"`, z.pick(commentFormSchema, { text: true }), comment);
    }
  }
  for (const { between, messages } of data.conversations) {
    yield* unknown('conversations', 'person', between);
    for (const { from, post } of messages) {
      if (!between.includes(from)) yield `conversations.json: "${from}" is in the wrong conversation`;
      if (post) yield* unknown('conversations', 'post', [post]);
    }
  }
  for (const review of data.reviews) {
    yield* unknown('reviews', 'person', [review.person, review.reviewer]);
    yield* refused(`review of "${review.person}"`, reviewFormSchema, review);
  }
  for (const alert of data.alerts) {
    yield* unknown('alerts', 'person', [alert.owner]);
    if ('targetPrice' in alert) yield* refused(`alert of "${alert.owner}"`, alertFormSchema, alert);
  }
  for (const { owner } of data.savedSearches) yield* unknown('saved-searches', 'person', [owner]);
  for (const wanted of data.wanted) {
    yield* unknown('wanted', 'person', [wanted.author]);
    yield* refused(
      `wanted post of "${wanted.author}"`,
      wantedFormSchema,
      wantedForm(wanted, usernames.get(wanted.author)),
    );
  }
  for (const { buyer, post, rounds } of data.deals) {
    yield* unknown('deals', 'person', [buyer]);
    yield* unknown('deals', 'post', [post]);
    for (const round of rounds)
      yield* refused(`offer of "${buyer}"`, counterFormSchema, { ...round, version: 1 });
  }
  const last = posts.at(-1);
  const messages = data.conversations.flatMap((conversation) => conversation.messages);
  const isUsed = messages.some(({ post }) => post === last?.id) || last?.views || last?.likes;
  if (last && (isUsed || data.comments[last.id]))
    yield `the oldest post, "${last.id}", is added last of all and can have no views, likes, comments or messages`;
  const photos = [
    ...people.flatMap(({ username, cover }) => [`people/${username}`, ...(cover ? [cover] : [])]),
    ...posts.flatMap((post) => post.photos),
    ...messages.flatMap(({ photo }) => photo ?? []),
  ];
  for (const name of photos) if (!existsSync(photoPath(name))) yield `the photo "${name}" is missing`;
}

function explain({ issues: [issue] }: z.core.$ZodError, value: unknown): string {
  if (!issue) return 'not known why';
  const at = issue.path.join('.');
  const found = issue.path.reduce<unknown>((part, key) => (part as never)?.[key], value);
  return `${at || 'the whole'}: ${issue.message} (found ${JSON.stringify(found)?.slice(0, 80) ?? 'nothing'})`;
}
