import fc from 'fast-check';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { expect, test } from 'vitest';
import { checkModeration } from './check-moderation.ts';
import { addPerson, fromOwnAddress, goodPassword, registration, type Person } from './factories.ts';
import { appForTests } from './hooks.ts';
import { changeUser, insertMessages, insertPosts } from './rows.ts';
import { addStaff } from './second-factor.ts';
import type { TestClient } from './client.ts';

// `npm run faults` sets TEST_MODERATION_RUNS for many more runs.
const runs = Number(process.env['TEST_MODERATION_RUNS'] ?? 15);

const app = appForTests();
const day = 24 * 60 * 60_000;

const kinds = [
  'report',
  'mob',
  'claim',
  'look',
  'decide',
  'undo',
  'appeal',
  'write',
  'remove',
  'leave',
  'return',
] as const;
type Kind = (typeof kinds)[number];
const actions = ['dismiss', 'hide', 'warn', 'restrict'] as const;

interface Act {
  kind: Kind;
  /** Who acts: one of the five people, or a moderator. */
  by: number;
  /** Chooses the thing, case or decision. */
  at: number;
  action: (typeof actions)[number];
}

const often: Partial<Record<Kind, number>> = {
  report: 4,
  mob: 3,
  claim: 2,
  decide: 6,
  undo: 4,
  appeal: 3,
  leave: 1,
};
const anyAct = fc.record<Act>({
  kind: fc.constantFrom<Kind>(...kinds.flatMap((kind) => Array<Kind>(often[kind] ?? 2).fill(kind))),
  by: fc.nat(6),
  at: fc.nat(999),
  action: fc.constantFrom(...actions),
});

interface Slot {
  fields: Record<string, string>;
  person: Person | undefined;
  isJoining?: boolean;
}

interface Scene {
  people: Slot[];
  moderators: Person[];
  posts: string[];
  messages: string[];
  /** The ids of all accounts, also of those that were deleted. */
  userIds: string[];
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const personOf = ({ people, moderators }: Scene, by: number): Person | undefined =>
  by < 5 ? people[by]?.person : moderators[by - 5];
const moderatorOf = ({ moderators }: Scene, by: number) => pick(moderators, by) as Person;

/** How many acts of each kind succeeded. */
const done = new Map<string, number>();

async function send({ client }: { client: TestClient }, key: EndpointKey, options: object) {
  const { status, body } = await client.send(key, options);
  expect([200, 201, 401, 403, 404, 409, 422], `${key} ${JSON.stringify(body)}`).toContain(status);
  return { status, body: body as { code?: string; data?: never } };
}

const casesOf = ({ userIds }: Scene) =>
  app.database.db
    .selectFrom('cases')
    .select(['id', 'claimed_by', 'claimed_until'])
    .where('person_id', 'in', userIds)
    .orderBy('id', 'desc')
    .execute();

const decisionsOf = ({ userIds }: Scene) =>
  app.database.db
    .selectFrom('decisions')
    .select(['id', 'person_id'])
    .where('person_id', 'in', userIds)
    .orderBy('id', 'desc')
    .execute();

function targetOf({ posts, messages, userIds, moderators }: Scene, at: number) {
  const all = [
    ...posts.flatMap((id) => [
      { kind: 'post', targetId: id },
      { kind: 'post', targetId: id },
    ]),
    ...messages.map((id) => ({ kind: 'message', targetId: id })),
    ...[...userIds, moderators[0]?.account._id ?? ''].map((id) => ({ kind: 'user', targetId: id })),
  ];
  return pick(all, at);
}

const report = (person: Person, target: object | undefined) =>
  send(person, 'POST /api/v1/reports', { body: { ...target, reason: 'fraud' }, headers: fromOwnAddress() });

const perform: Record<Kind, (scene: Scene, act: Act) => Promise<number | undefined>> = {
  async report(scene, { by, at }) {
    const person = personOf(scene, by);
    return person && (await report(person, targetOf(scene, at))).status;
  },

  async mob(scene, { by, at }) {
    const target = { kind: 'post', targetId: pick(scene.posts, at) };
    const mob = [by, by + 1, by + 2, by + 3].flatMap((one) => personOf(scene, one % 7) ?? []);
    const statuses = [];
    for (const person of mob) statuses.push((await report(person, target)).status);
    return statuses.includes(200) ? 200 : 404;
  },

  async claim(scene, { by, at }) {
    const moderator = moderatorOf(scene, by);
    const caseId = pick(await casesOf(scene), at)?.id;
    if (!caseId) return undefined;
    const own = await app.database.db
      .selectFrom('reports')
      .select('id')
      .where('case_id', '=', caseId)
      .where('reporter_id', '=', moderator.account._id)
      .execute();
    const call = 'POST /api/v1/moderation/cases/:caseId/claim';
    const { status } = await send(moderator, call, { params: { caseId } });
    if (own.length > 0) expect(status).not.toBe(200);
    return status;
  },

  async look(scene, { by, at }) {
    const moderator = moderatorOf(scene, by);
    const found = pick(await casesOf(scene), at);
    if (!found) return undefined;
    const params = { caseId: found.id };
    const { status, body } = await send(moderator, 'GET /api/v1/moderation/cases/:caseId', { params });
    const { messages } = (body.data ?? { messages: [] }) as { messages: unknown[] };
    // An appeal that the moderator works on opens the case of its decision too.
    const mine = (await casesOf(scene)).filter(({ claimed_by: id }) => id === moderator.account._id);
    if (mine.length === 0) expect(messages).toEqual([]);
    return status;
  },

  async decide(scene, { by, at, action }) {
    const found = pick(await casesOf(scene), at);
    if (!found) return undefined;
    const body = {
      action,
      reason: 'fraud',
      text: 'Keep to the rules',
      ...(action === 'restrict' && { days: 1 + (at % 90) }),
    };
    const call = 'POST /api/v1/moderation/cases/:caseId/decisions';
    return (await send(moderatorOf(scene, by), call, { params: { caseId: found.id }, body })).status;
  },

  async undo(scene, { by, at }) {
    const found = pick(await decisionsOf(scene), at);
    if (!found) return undefined;
    const call = 'POST /api/v1/moderation/decisions/:decisionId/undo';
    const body = { reason: 'mistake', text: 'We were wrong' };
    return (await send(moderatorOf(scene, by), call, { params: { decisionId: found.id }, body })).status;
  },

  async appeal(scene, { at }) {
    const found = pick(await decisionsOf(scene), at);
    const person = scene.people.find((one) => one.person?.account._id === found?.person_id)?.person;
    if (!found || !person) return undefined;
    const body = { decisionId: found.id, text: 'I did nothing' };
    return (await send(person, 'POST /api/v1/appeals', { body })).status;
  },

  async write(scene, { by, at }) {
    const [person, to] = [personOf(scene, by % 5), personOf(scene, (by + 1 + (at % 3)) % 5)];
    if (!person || !to || to === person) return undefined;
    const params = { userId: to.account._id };
    const call = 'POST /api/v1/messages/send/:userId';
    return (await send(person, call, { params, body: { text: 'Is it there?' } })).status;
  },

  async remove(scene, { at }) {
    const postId = pick(scene.posts, at);
    if (!postId) return undefined;
    const row = await app.database.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', postId)
      .executeTakeFirst();
    const author = scene.people.find(({ person }) => person && person.account._id === row?.author_id)?.person;
    const params = { postId };
    return author && (await send(author, 'DELETE /api/v1/post/:postId', { params })).status;
  },

  async leave(scene, { by }) {
    const slot = scene.people[by % 5];
    if (!slot?.person) return undefined;
    const body = { confirmation: slot.person.account.username, password: goodPassword };
    const { status } = await send(slot.person, 'DELETE /api/v1/users/account', { body });
    if (status === 200) slot.person = undefined;
    return status;
  },

  async return(scene, { by }) {
    const slot = scene.people[by % 5];
    if (!slot || slot.person || slot.isJoining) return undefined;
    slot.isJoining = true;
    await join(scene, slot);
    slot.isJoining = false;
    return 200;
  },
};

async function join({ userIds, posts }: Scene, slot: Slot): Promise<void> {
  slot.person = await addPerson(app.url, slot.fields);
  const { _id: id } = slot.person.account;
  userIds.push(id);
  posts.push(...(await insertPosts(app.database.db, id, 1)));
  await changeUser(app.database.db, id, { total_posts: 1 });
}

/** Adds five people who have been members for different times, and two moderators. */
async function setUp(): Promise<Scene> {
  const { db } = app.database;
  // What earlier runs left neither uses up the budget of this one nor is checked again.
  for (const table of ['reports', 'cases', 'posts', 'audit'] as const) await db.deleteFrom(table).execute();
  const moderators = [await addStaff(app, 'moderator'), await addStaff(app, 'administrator')];
  const people = Array.from({ length: 5 }, (): Slot => ({ fields: registration(), person: undefined }));
  const scene: Scene = { people, moderators, posts: [], messages: [], userIds: [] };
  for (const slot of people) await join(scene, slot);
  const all = [...scene.userIds, ...moderators.map(({ account }) => account._id)];
  for (const [index, id] of all.entries())
    await changeUser(db, id, {
      created_at: new Date(Date.now() - (40 + 3 * index) * day),
      is_verified: index % 2 === 0,
    });
  const [first = '', second = '', third = ''] = scene.userIds;
  scene.messages.push(
    ...(await insertMessages(db, first, second)),
    ...(await insertMessages(db, second, third)),
  );
  return scene;
}

class Acts implements fc.AsyncCommand<object, Scene> {
  readonly acts: readonly Act[];
  constructor(acts: readonly Act[]) {
    this.acts = acts;
  }
  check = () => true;
  toString = () => this.acts.map(({ kind, by, at, action }) => `${by} ${kind} ${action} ${at}`).join(' | ');
  async run(_: object, scene: Scene): Promise<void> {
    const statuses = await Promise.all(this.acts.map((act) => perform[act.kind](scene, act)));
    for (const [index, { kind }] of this.acts.entries())
      if ((statuses[index] ?? 500) < 300) done.set(kind, (done.get(kind) ?? 0) + 1);
    expect(await checkModeration(app.database.db)).toEqual([]);
  }
}

const commands = [
  anyAct.map((one) => new Acts([one])),
  anyAct.map((one) => new Acts([one])),
  fc.array(anyAct, { minLength: 2, maxLength: 3 }).map((several) => new Acts(several)),
];

test(
  'people and moderators act at random and at once, and nothing happens that a rule forbids',
  { timeout: Math.max(600_000, runs * 5_000) },
  async () => {
    const sequences = fc.commands(commands, { maxCommands: 30, size: 'max' });
    const property = fc.asyncProperty(sequences, async (steps) => {
      const real = await setUp();
      await fc.asyncModelRun(() => ({ model: {}, real }), steps);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    // A few runs may by chance reach less.
    if (runs < 100) return;
    expect([...done.keys()].toSorted()).toEqual(kinds.toSorted());
  },
);
