import { beforeAll, expect, test } from 'vitest';
import { addOldPerson, decide, findCase, report } from '#test/cases.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { addStaff } from '#test/second-factor.ts';

const csv = '/api/v1/moderation/audit.csv';

const app = appForTests();
let moderator: Person;
let administrator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
  administrator = await addStaff(app, 'administrator');
});

test('administrators read what moderators did, and download it', async () => {
  const farmer = await addPerson(app.url, { fullName: 'Sita Devi' });
  await report(await addOldPerson(app), 'user', farmer.account._id);
  const text = '=HYPERLINK("x"), "quoted"';
  await decide(moderator, await findCase(moderator, farmer, 'user'), 'restrict', { days: 2, text });
  const { data, page } = await administrator.client.call('GET /api/v1/moderation/audit', {
    query: { limit: 1 },
  });
  expect(data).toMatchObject([
    {
      actor: moderator.account.username,
      role: 'moderator',
      action: 'restrict',
      person: farmer.account.username,
      target: `user ${farmer.account._id}`,
      before: { restrictedUntil: null },
      why: `fraud: ${text}`,
    },
  ]);
  expect(page.total).toBeGreaterThan(0);
  const file = await administrator.client.fetch(csv);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, latest] = String(file.body).split('\r\n');
  expect(head).toBe('at,actor,role,action,person,target,before,after,why,caseId');
  expect(latest).toContain('"fraud: =HYPERLINK(""x""), ""quoted"""');
  for (const client of [new TestClient(app.url), farmer.client, moderator.client])
    expect((await client.fetch(csv)).status).toBe(404);
});

test('no service changes or deletes a row of the audit', async () => {
  const { readdir, readFile } = await import('node:fs/promises');
  const root = new URL('../../', import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  );
  for (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8');
    if (/(updateTable|deleteFrom)\('audit'\)/.test(text)) throw new Error(`${file} changes the audit`);
  }
});
