import { endpoints, type EndpointKey } from '@upaj/contract/endpoints';
import { exportPath } from '@upaj/contract/people/account';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';

const keys = Object.keys(endpoints) as EndpointKey[];
const personal = 'private, no-store';

const app = appForTests();
let person: Person;
beforeAll(async () => {
  person = await addPerson(app.url);
});

const missing = '01900000-0000-7000-8000-000000000000';
const paramsOf = ({ account }: Person) => ({
  username: account.username,
  userId: account._id,
  postId: missing,
  provider: 'google',
  rateId: '1',
});

test('no response to a member can be cached, successful or not', async () => {
  const stored: unknown[] = [];
  const last: EndpointKey[] = ['POST /api/v1/users/logout', 'DELETE /api/v1/users/account'];
  for (const key of [...keys.filter((each) => !last.includes(each)), ...last]) {
    const { status, headers } = await person.client.at(app.url).send(key, { params: paramsOf(person) });
    if (headers.get('cache-control') !== personal) stored.push([key, status, headers.get('cache-control')]);
  }
  expect(stored).toEqual([]);
});

test('neither can the export, an unknown call or a socket’s polling', async () => {
  const { client } = await addPerson(app.url);
  for (const path of [exportPath, '/api/v1/unknown', '/healthz', '/socket.io/?EIO=4&transport=polling']) {
    const { headers } = await client.fetch(path);
    expect([path, headers.get('cache-control')]).toEqual([path, personal]);
  }
});

test('photos of posts and the documentation can be cached', async () => {
  const other = await addPerson(app.url);
  const post = await addPost(other);
  const cached = [post.images[0] ?? '', '/docs/openapi.json', '/docs/static/index.css'];
  for (const path of cached) {
    const { status, headers } = await other.client.fetch(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('cache-control')).not.toContain('no-store');
  }
});

test('HEAD returns the status and headers of GET, without a body', async () => {
  const other = await addPerson(app.url);
  const post = await addPost(other);
  const gets = keys.filter((key) => key.startsWith('GET '));
  const params = { ...paramsOf(other), postId: post._id };
  const differing: unknown[] = [];
  for (const key of gets) {
    const path = (key.split(' ')[1] ?? '').replace(
      /:(\w+)/g,
      (_, name: string) => params[name as 'postId'] ?? missing,
    );
    const [head, get] = [await other.client.fetch(path, { method: 'HEAD' }), await other.client.fetch(path)];
    const same = (['content-type', 'cache-control'] as const).every(
      (name) => head.headers.get(name) === get.headers.get(name),
    );
    if (head.status !== get.status || !same || head.body !== '')
      differing.push([key, head.status, get.status]);
  }
  for (const path of [
    '/healthz',
    '/readyz',
    '/docs/',
    '/docs/openapi.json',
    post.images[0] ?? '',
    exportPath,
  ]) {
    const { status, body } = await other.client.fetch(path, { method: 'HEAD' });
    if (status !== 200 || body !== '') differing.push([path, status]);
  }
  expect(differing).toEqual([]);
});
