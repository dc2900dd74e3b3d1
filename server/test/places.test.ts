import { beforeAll, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { addPerson, addPost, postFields, toForm, type Person } from './factories.ts';

const app = appForTests();
let person: Person;
beforeAll(async () => {
  person = await addPerson(app.url);
});

const places = [
  ['maharashtra', 'pune', 'Maharashtra', 'Pune'],
  ['Maharashtra', 'Pune District', 'Maharashtra', 'Pune'],
  ['MAHARASTRA', 'Ahmednagar', 'Maharashtra', 'Ahilyanagar'],
  [' karnataka ', 'Mysore', 'Karnataka', 'Mysuru'],
] as const;

test.each(places)(
  '%s, %s is stored and found as %s, %s',
  async (state, district, officialState, official) => {
    const rest = { city: 'Somewhere', village: 'Here', pincode: '411001' };
    const address = await person.client.call('PATCH /api/v1/address/update-address', {
      body: { state, district, ...rest },
    });
    expect(address.data).toMatchObject({ state: officialState, district: official });

    const post = await addPost(person, { state, district });
    expect(post.location).toMatchObject({ state: officialState, district: official });
    const { data: found } = await person.client.call('GET /api/v1/post/feed', { query: { state, district } });
    expect(found.map(({ _id }) => _id)).toContain(post._id);

    const { data: alert } = await person.client.call('POST /api/v1/alerts', {
      body: { commodity: 'Wheat', state, district, type: 'above', targetPrice: 2600 },
    });
    expect(alert).toMatchObject({ state: officialState, district: official });

    const location = `${district}, ${state}`;
    const { data: market } = await person.client.call('GET /api/market/overview', { query: { location } });
    expect(market.location).toBe(`${official}, ${officialState}`);

    const other = await addPerson(app.url);
    const { data: people } = await other.client.call('GET /api/v1/people', { query: { state, district } });
    expect(people.map(({ _id }) => _id)).toContain(person.account._id);
  },
);

test('an unknown place is refused at its field', async () => {
  const create = 'POST /api/v1/post/create-post';
  for (const [changes, field] of [
    [{ state: 'Atlantis' }, 'state'],
    [{ district: 'Lahore' }, 'district'],
    [{ district: '' }, 'district'],
  ] as const) {
    const failure = await person.client.fail(create, { form: toForm(postFields(changes)) });
    expect(failure.errors).toMatchObject([{ field }]);
  }
});
