import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Person } from '#test/factories.ts';
import { decide } from '#test/cases.ts';
import { appForTests } from '#test/hooks.ts';
import { madeUpReports, type MadeUpReporter } from '#test/report-set.ts';
import { changeUser, insertPeople, insertPosts } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { enoughToHide } from './weights.ts';

const day = 24 * 60 * 60_000;
const decision = new URL('../../../../docs/decisions/0050-what-reports-may-hide.md', import.meta.url);

/** How many cases moderators decide each day, the first of the queue, and how often they are wrong. */
const decidedADay = 12;
const wrongEvery = 20;

const app = appForTests();

async function addReporters(reporters: readonly MadeUpReporter[]): Promise<string[]> {
  const ids = await insertPeople(app.database.db, reporters.length);
  const now = Date.now();
  for (const [index, { days, isVerified }] of reporters.entries())
    await changeUser(app.database.db, ids[index] ?? '', {
      created_at: new Date(now - days * day),
      is_verified: isVerified,
    });
  return ids;
}

/** Lets a day pass: everything that has happened is a day older. */
async function passDay(): Promise<void> {
  const { db } = app.database;
  const ago = (time: Date | null) => time && new Date(time.getTime() - day);
  for (const row of await db.selectFrom('reports').select(['id', 'created_at', 'resolved_at']).execute())
    await db
      .updateTable('reports')
      .set({ created_at: ago(row.created_at) ?? new Date(), resolved_at: ago(row.resolved_at) })
      .where('id', '=', row.id)
      .execute();
  for (const { id, auto_hidden_at: at } of await db
    .selectFrom('cases')
    .select(['id', 'auto_hidden_at'])
    .execute())
    if (at)
      await db
        .updateTable('cases')
        .set({ auto_hidden_at: ago(at) })
        .where('id', '=', id)
        .execute();
}

let decided = 0;
async function decideDay(moderator: Person, isBad: (postId: string) => boolean): Promise<void> {
  const cases = await app.database.db
    .selectFrom('cases')
    .select(['id', 'post_id'])
    .where('status', '=', 'open')
    .orderBy('weight', 'desc')
    .orderBy('opened_at')
    .limit(decidedADay)
    .execute();
  for (const { id: _id, post_id: postId } of cases) {
    const isWrong = (decided += 1) % wrongEvery === 0;
    await decide(moderator, { _id }, isBad(postId ?? '') === isWrong ? 'dismiss' : 'hide');
  }
}

/** The rule before: three reporters with a weight of three, whoever they are and whatever they reported before. */
function hidesByCount(reporters: readonly MadeUpReporter[]): boolean {
  const weights = reporters.map(({ days, isVerified }) =>
    days < 7 ? 0 : isVerified ? 2 : days > 30 ? 1 : 0.5,
  );
  const counted = weights.filter((weight) => weight > 0);
  const sum = counted.reduce<number>((total, weight) => total + weight, 0);
  return counted.length >= enoughToHide.groups && sum >= enoughToHide.weight;
}

function row(name: string, hidden: ReadonlySet<number>, bad: ReadonlySet<number>): string[] {
  const right = [...hidden].filter((post) => bad.has(post)).length;
  const shares = [right / hidden.size, right / bad.size].map((share) => share.toFixed(2));
  return [name, ...[hidden.size, hidden.size - right, bad.size].map(String), ...shares];
}

test(
  'precision and recall of automatic hiding are those that decision 50 states',
  { timeout: 600_000 },
  async () => {
    const { db } = app.database;
    const { reporters, posts, days } = madeUpReports();
    const moderator = await addStaff(app, 'moderator');
    const reporterIds = await addReporters(reporters);
    const sellers = await insertPeople(db, posts.length);
    const postIds = await insertPosts(db, sellers[0] ?? '', posts.length, (index) => ({
      author_id: sellers[index] ?? '',
    }));
    const hidden = new Set<number>();
    const before = new Set<number>();
    const senders = new Map<number, MadeUpReporter[]>();
    for (const reports of days) {
      for (const { post, by } of reports) {
        const [reporter, targetId] = [reporters[by]!, postIds[post] ?? ''];
        senders.set(post, [...(senders.get(post) ?? []), reporter]);
        if (hidesByCount(senders.get(post) ?? [])) before.add(post);
        const origin = { address: reporter.address, others: [], devices: [] };
        const report = { kind: 'post', targetId, reason: 'fraud', details: '' } as const;
        // A post that is hidden cannot be found, and so not reported.
        await app.services.reports.addReport(reporterIds[by] ?? '', report, origin).catch(() => {});
      }
      for (const { post_id: id } of await db
        .selectFrom('cases')
        .select('post_id')
        .where('auto_hidden_at', 'is not', null)
        .execute())
        hidden.add(postIds.indexOf(id ?? ''));
      await decideDay(moderator, (id) => posts[postIds.indexOf(id)]?.isBad ?? false);
      await passDay();
    }
    const bad = new Set(posts.flatMap(({ isBad }, index) => (isBad ? [index] : [])));
    const rows = [row('before', before, bad), row('now', hidden, bad)];
    const text = await readFile(decision, 'utf8');
    const stated = text
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter(([name]) => name === 'before' || name === 'now');
    expect(stated).toEqual(rows);
  },
);
