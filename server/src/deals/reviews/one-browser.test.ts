import { expect, test } from 'vitest';
import { ageAccounts, completeDeal } from '#test/deal-calls.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { insertMessages } from '#test/rows.ts';

const save = 'POST /api/v1/reviews/:username';

const app = appForTests();
const of = ({ account: { username } }: Person) => ({ params: { username } });
const good = { rating: 4, comment: 'Clean grain, fair weight.' };

/** Adds people who are not new, and who have all written with the first of them. */
async function addKnown(count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => addPerson(app.url)));
  await ageAccounts(app.database.db, people);
  const [first, ...others] = people.map(({ account }) => account._id);
  for (const other of others) await insertMessages(app.database.db, other, first ?? '');
  return people;
}

const devices = 'upaj.devices';
const useBrowserOf = ({ client }: Person, owner: Person) =>
  client.cookies.set(devices, owner.client.cookies.get(devices) ?? '');

const isCounted = async ({ client }: Person, person: Person) =>
  (await client.call(save, { ...of(person), body: good })).data.isCounted;

test('without a deal, one browser has one review about a person that counts', async () => {
  const [person, one, two, three, elsewhere] = (await addKnown(5)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const reviewer of [two, three]) useBrowserOf(reviewer, one);
  expect(await isCounted(one, person)).toBe(true);
  for (const reviewer of [two, three]) expect(await isCounted(reviewer, person)).toBe(false);
  for (const reviewer of [one, elsewhere]) expect(await isCounted(reviewer, person)).toBe(true);
  const { data } = await one.client.call('GET /api/v1/users/user/:username', of(person));
  expect(data.socialStats).toMatchObject({ totalReviews: 2 });
});

test('a review from the browser of the person does not count, and after a deal it does', async () => {
  const [person, reviewer] = (await addKnown(2)) as [Person, Person];
  const own = reviewer.client.cookies.get(devices) ?? '';
  useBrowserOf(reviewer, person);
  expect(await isCounted(reviewer, person)).toBe(false);
  reviewer.client.cookies.set(devices, own);
  await completeDeal(app.database.db, { buyer: reviewer, seller: person });
  useBrowserOf(reviewer, person);
  expect(await isCounted(reviewer, person)).toBe(true);
});
