import { failureSchema } from '@upaj/contract/envelope';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { appForTests } from './hooks.ts';
import { addPerson, addPost, photo, postFields, registration, toForm, type Person } from './factories.ts';
import { countPhotoRows, findLeftovers } from './leftovers.ts';

const seed = 20_261_122;
const runs = 600;

const app = appForTests();
let person: Person;
let postId: string;
beforeAll(async () => {
  person = await addPerson(app.url);
  postId = (await addPost(person))._id;
});

interface Target {
  method: string;
  path: string;
  type: string;
  body: Buffer;
}

/** Makes a form that is valid except for one missing field, so that the server must refuse every mutation of it. */
async function target(
  method: string,
  path: string,
  fields: Record<string, string>,
  file: string,
): Promise<Target> {
  const form = toForm(fields, { [file]: [await photo({ width: 16, height: 16 })] });
  const request = new Request('http://x', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  return { method, path, type: request.headers.get('content-type') ?? '', body };
}

async function targets(): Promise<Target[]> {
  const { title: _, ...post } = postFields();
  const { fullName: __, ...people } = registration();
  return Promise.all([
    target('POST', '/api/v1/post/create-post', post, 'images'),
    target('PATCH', `/api/v1/post/${postId}`, post, 'images'),
    target('POST', '/api/v1/users/register', people, 'avatar'),
  ]);
}

type Change = (body: Buffer) => Buffer;

const offset = fc.nat(100_000);
const spliced = (at: number, removed: number, bytes: Uint8Array): Change => {
  return (body) => {
    const start = at % body.length;
    return Buffer.concat([body.subarray(0, start), bytes, body.subarray(start + removed)]);
  };
};
const change: fc.Arbitrary<Change> = fc.oneof(
  offset.map(
    (at): Change =>
      (body) =>
        body.subarray(0, at % body.length),
  ),
  fc
    .tuple(offset, fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([at, bytes]) => spliced(at, bytes.length, bytes)),
  fc.tuple(offset, fc.nat(400)).map(([at, length]) => spliced(at, length, new Uint8Array())),
  fc.tuple(offset, fc.uint8Array({ maxLength: 200 })).map(([at, bytes]) => spliced(at, 0, bytes)),
  fc.tuple(offset, fc.nat(2_000)).map(([at, length]): Change => {
    return (body) => spliced(at, 0, body.subarray(at % body.length, (at % body.length) + length))(body);
  }),
  fc
    .constantFrom(
      ['\r\n', '\n'],
      ['form-data', 'attachment'],
      ['name="', "name*=utf-8''\""],
      ['name="images"', 'name=""'],
      ['name="', 'name="__proto__.'],
      ['image/jpeg', 'multipart/mixed; boundary=x'],
      ['filename="', 'filename="../../../../etc/'],
      ['Content-Disposition', 'Content-Transfer-Encoding: base64\r\nContent-Disposition'],
      ['Content-Disposition', `X-Long: ${'y'.repeat(90_000)}\r\nContent-Disposition`],
      ['Content-Disposition', 'Content-Type: application/json\r\nContent-Disposition'],
    )
    .map(([from = '', to = '']): Change => {
      return (body) => Buffer.from(body.toString('latin1').replaceAll(from, to), 'latin1');
    }),
);

test(
  `${runs} broken uploads are each refused with a message, and leave no files`,
  { timeout: 240_000 },
  async () => {
    const all = await targets();
    const before = await countPhotoRows(app.database.db);
    const broken = fc.record({
      which: fc.nat(all.length - 1),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
      boundary: fc.option(fc.constantFrom('x', '', '"', 'y'.repeat(300)), { freq: 12 }),
    });
    const property = fc.asyncProperty(broken, async ({ which, changes, boundary }) => {
      const { method, path, type, body } = all[which] as Target;
      const response = await person.client.fetch(path, {
        method,
        headers: { 'content-type': boundary === null ? type : `multipart/form-data; boundary=${boundary}` },
        body: new Uint8Array(changes.reduce((bytes, apply) => apply(bytes), body)),
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      const failure = failureSchema.parse(response.body);
      expect(failure.statusCode).toBe(response.status);
      expect(failure.message).not.toBe('');
    });
    await fc.assert(property, { seed, numRuns: runs });
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect(await countPhotoRows(app.database.db)).toEqual(before);
    const find = () => findLeftovers(app.database.db, app.dataDir);
    await expect.poll(find).toEqual([]);
    expect(app.logs.filter((text) => text.includes('"level":50'))).toEqual([]);
  },
);
