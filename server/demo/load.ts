import { registerSchema } from '@upaj/contract/people/registration';
import { postFormSchema } from '@upaj/contract/trade/posts';
import {
  addAlerts,
  addComments,
  addConversation,
  addDeal,
  addReview,
  addSavedSearches,
  addUpiIds,
  addWanted,
  readNotifications,
} from './activity.ts';
import { hoursAgo, uuidOf, type DemoMarket, type DemoServices } from './market.ts';
import {
  checkDemoData,
  emailOf,
  findLogins,
  photoPath,
  postForm,
  registerForm,
  type DemoData,
  type DemoPerson,
  type DemoPost,
} from './read.ts';
import { loadSampleRates, type SampleRates } from './sample-rates.ts';

export interface DemoOptions {
  /** Makes the rates, which takes 0.1 s. Without it none are added. */
  makeRates?: () => SampleRates;
  signal: AbortSignal;
  onProgress(done: number, of: number): void;
}

const postsAtOpening = 10;
/**
 * So many posts are there soon after the opening: those of the opening, those that the two demo log-ins see, and
 * others.
 */
const postsSoon = 40;
const recentHours = 24;

/**
 * Loads the demo market, and continues when an earlier start was interrupted. Does nothing once a real person has
 * registered. @returns when there is something to see, with a promise of the rest.
 */
export async function loadDemoData(
  services: DemoServices,
  data: DemoData,
  { makeRates, signal, onProgress }: DemoOptions,
): Promise<{ rest: Promise<void> } | undefined> {
  const isOthers = await services.users.hasOthersThan(data.people.map(emailOf));
  const isWanted = !isOthers && !(await isComplete(services, data));
  if (isWanted) checkDemoData(data);
  const sampleRates = isWanted ? makeRates?.() : undefined;
  if (makeRates)
    await loadSampleRates(services.rates, () => sampleRates ?? makeRates(), { withLastDay: !isWanted });
  if (isOthers) return undefined;
  if (!isWanted) return { rest: Promise.resolve() };

  const market: DemoMarket = { services, data, userIds: new Map(), postIds: new Map(), sampleRates };
  const atOpening = data.posts.slice(0, postsAtOpening);
  const isEarly = (person: DemoPerson) =>
    findLogins(data).includes(person) || atOpening.some(({ author }) => author === person.username);
  const addPeople = async (wanted: (person: DemoPerson) => boolean) => {
    const people = [...data.people.entries()].filter(([, person]) => wanted(person));
    await inTwos(people, ([index, person]) => addPerson(market, person, index), signal);
  };
  await addPeople(isEarly);
  let done = 0;
  const add = async (post: DemoPost) => {
    await addPost(market, post);
    done += 1;
    onProgress(done, data.posts.length);
  };
  await inTwos(atOpening, add, signal);

  const isRecent = (post: DemoPost) => post.hoursAgo < recentHours;
  const addLikesOf = (posts: readonly DemoPost[]) => inTwos(posts, (post) => addLikes(market, post), signal);
  const soon = seenFirst(data, atOpening);
  const later = data.posts
    .slice(0, -1)
    .filter((post) => !atOpening.includes(post) && !soon.posts.includes(post));
  const addConversations = (list: DemoData['conversations']) =>
    inTwos(list, (conversation) => addConversation(market, conversation), signal);
  const addDeals = (list: DemoData['deals']) => inTwos(list, (deal) => addDeal(market, deal), signal);
  const steps = [
    () => addPeople((person) => !isEarly(person) && soon.people.has(person.username)),
    () => inTwos(soon.posts.filter(soon.isNamed), add, signal),
    () => addConversations(soon.conversations),
    () => addUpiIds(market, (person) => soon.people.has(person.username)),
    () => addDeals(soon.deals),
    () => inTwos(data.wanted, (wanted) => addWanted(market, wanted), signal),
    () =>
      inTwos(
        soon.posts.filter((post) => !soon.isNamed(post)),
        add,
        signal,
      ),
    () => addPeople((person) => !isEarly(person) && !soon.people.has(person.username)),
    () => inTwos(later, add, signal),
    () => addLikesOf(data.posts.filter((post) => !isRecent(post))),
    () => readNotifications(market),
    // Recent likes, offers and deals are added after the notifications were read, so that theirs stay unread.
    () => addLikesOf(data.posts.filter(isRecent)),
    () => inTwos(Object.keys(data.comments), (id) => addComments(market, id), signal),
    () => addConversations(data.conversations.filter((one) => !soon.conversations.includes(one))),
    () => addUpiIds(market, (person) => !soon.people.has(person.username)),
    () => addDeals(data.deals.filter((one) => !soon.deals.includes(one))),
    () => inTwos(data.reviews, (review) => addReview(market, review), signal),
    () => inTwos(data.people, (person) => addTies(market, person), signal),
    () => readNotifications(market, hoursAgo(recentHours)),
    () => addAlerts(market),
    () => addSavedSearches(market),
    () => inTwos(data.posts.slice(-1), add, signal),
  ];
  async function addRest(): Promise<void> {
    for (const step of steps) if (!signal.aborted) await step();
  }
  return { rest: addRest() };
}

/**
 * Selects what is added first: all that the two demo log-ins see, such as their posts, chats and deals, and further
 * posts with few photos, until there are `postsSoon` posts.
 */
function seenFirst(data: DemoData, atOpening: readonly DemoPost[]) {
  const logins = findLogins(data).map(({ username }) => username);
  const authorOf = (id: string) => data.posts.find((post) => post.id === id)?.author ?? '';
  const conversations = data.conversations.filter(({ between }) =>
    between.some((one) => logins.includes(one)),
  );
  const isOld = ({ rounds, actions }: DemoData['deals'][number]) =>
    [...rounds, ...actions].every(({ hoursAgo: hours }) => hours >= recentHours);
  const theirDeals = data.deals.filter(({ buyer, post }) =>
    [buyer, authorOf(post)].some((one) => logins.includes(one)),
  );
  const deals = theirDeals.filter(isOld);
  const named = new Set([
    ...theirDeals.map(({ post }) => post),
    ...conversations.flatMap(({ messages }) => messages.flatMap(({ post }) => post ?? [])),
  ]);
  const isNamed = ({ id }: DemoPost) => named.has(id);
  const isTheirs = (post: DemoPost) => logins.includes(post.author) || isNamed(post);
  const waiting = data.posts.slice(0, -1).filter((post) => !atOpening.includes(post));
  const theirs = waiting.filter(isTheirs);
  const others = waiting
    .filter((post) => !isTheirs(post))
    .toSorted((a, b) => a.photos.length - b.photos.length);
  const missing = Math.max(0, postsSoon - atOpening.length - theirs.length);
  const posts = [...theirs, ...others.slice(0, missing)];
  const people = new Set([
    ...posts.map(({ author }) => author),
    ...conversations.flatMap(({ between }) => between),
    ...deals.map(({ buyer }) => buyer),
    ...data.wanted.map(({ author }) => author),
  ]);
  return { people, conversations, deals, posts, isNamed };
}

/** Returns whether an earlier start has added all of the market, which is so if the part that is added last exists. */
async function isComplete(
  { users, posts }: DemoServices,
  { people, posts: all }: DemoData,
): Promise<boolean> {
  const last = all.at(-1);
  const author = people.find(({ username }) => username === last?.author);
  const authorId = author && (await users.findIdByEmail(emailOf(author)));
  if (!last || !authorId) return false;
  return (await posts.findEarlier(authorId, keyOf(last))) !== undefined;
}

async function addPerson(
  { services, userIds }: DemoMarket,
  person: DemoPerson,
  index: number,
): Promise<void> {
  const { users } = services;
  const earlier = await users.findIdByEmail(emailOf(person));
  const id =
    earlier ??
    (await users.register(
      registerSchema.parse(registerForm(person, index)),
      photoPath(`people/${person.username}`),
      person.username,
      {
        details: {
          bio: person.bio,
          whatsapp: person.hasWhatsapp ? person.contact : '',
          business_name: person.businessName ?? '',
          specialization: person.specialization,
          experience: person.experience,
          farm_size: person.farmSize ?? '',
          certifications: person.certifications ?? [],
          is_verified: person.isVerified,
          state: person.state,
          district: person.district,
          city: person.city,
          village: person.village,
          pincode: person.pincode,
          created_at: hoursAgo(person.joinedDaysAgo * 24),
        },
      },
    ));
  userIds.set(person.username, id);
}

async function addTies({ services, data, userIds }: DemoMarket, person: DemoPerson): Promise<void> {
  const { follows, profiles } = services;
  const id = userIds.get(person.username) ?? '';
  for (const username of data.follows[person.username] ?? []) await follows.follow(id, username);
  if (!person.cover) return;
  const { coverImage } = await profiles.findAccount(id);
  if (!coverImage) await profiles.changePhoto(id, 'coverImage', photoPath(person.cover));
}

async function addPost(market: DemoMarket, post: DemoPost): Promise<void> {
  const { services, data, userIds, postIds } = market;
  const { posts } = services;
  const author = data.people.find(({ username }) => username === post.author);
  const authorId = userIds.get(post.author) ?? '';
  const harvest = post.harvestDaysAgo === undefined ? undefined : hoursAgo(post.harvestDaysAgo * 24);
  const form = postFormSchema.parse(postForm(post, author, harvest?.toISOString().slice(0, 10)));
  const postId = await posts.createPost(form, post.photos.map(photoPath), {
    authorId,
    idempotencyKey: keyOf(post),
    createdAt: hoursAgo(post.hoursAgo),
  });
  postIds.set(post.id, postId);
  if (!post.isAvailable) await posts.setAvailability(postId, false, authorId);
}

async function addLikes(market: DemoMarket, post: DemoPost): Promise<void> {
  const { services, data, userIds, postIds } = market;
  const postId = postIds.get(post.id) ?? '';
  // The viewers are in the order of the data, because the order of `userIds` differs from start to start.
  const others = data.people.flatMap(({ username }) =>
    username === post.author ? [] : [userIds.get(username) ?? ''],
  );
  const first = Number.parseInt(keyOf(post).slice(0, 4), 16) % others.length;
  const viewers = [...others.slice(first), ...others.slice(0, first)].slice(0, post.views);
  for (const viewerId of viewers) await services.posts.viewPost(postId, viewerId);
  for (const viewerId of viewers.slice(0, post.likes)) await services.likes.addLike(viewerId, postId);
}

const keyOf = ({ id }: DemoPost) => uuidOf(`demo post ${id}`);

/** Does two at a time, one for each core of a small machine. Stops between two items. */
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
