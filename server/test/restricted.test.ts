import { randomUUID } from 'node:crypto';
import { endpoints, type Endpoint, type EndpointKey } from '@upaj/contract/endpoints';
import { expect, test } from 'vitest';
import { TestClient } from './client.ts';
import { addPerson } from './factories.ts';
import { appForTests } from './hooks.ts';
import { changeUser } from './rows.ts';
import { connectSocket, nextEvent, openSocket } from './socket.ts';

const app = appForTests();
const declared = (Object.entries<Endpoint>(endpoints) as [EndpointKey, Endpoint][]).filter(
  ([key]) => !key.startsWith('GET '),
);
const until = () => new Date(Date.now() + 7 * 24 * 60 * 60_000);

async function addRestricted() {
  const person = await addPerson(app.url);
  await changeUser(app.database.db, person.account._id, { restricted_until: until() });
  app.services.sessions.invalidateUser(person.account._id);
  return person;
}

test('these calls are closed to restricted members, and all others that change something are open', () => {
  expect(declared.filter(([, { whenRestricted }]) => !whenRestricted)).toEqual([]);
  const closed = declared.filter(([, { whenRestricted }]) => whenRestricted === 'closed');
  expect(closed.map(([key]) => key).toSorted()).toEqual([
    'PATCH /api/v1/address/update-address',
    'PATCH /api/v1/post/:postId',
    'PATCH /api/v1/users/avatar',
    'PATCH /api/v1/users/cover-image',
    'PATCH /api/v1/users/profile',
    'PATCH /api/v1/wanted/:wantedId',
    'POST /api/v1/follow/follow/:username',
    'POST /api/v1/like/like/:postId',
    'POST /api/v1/messages/send-pictures/:userId',
    'POST /api/v1/messages/send/:userId',
    'POST /api/v1/offers',
    'POST /api/v1/offers/:offerId/accept',
    'POST /api/v1/offers/:offerId/counter',
    'POST /api/v1/post/:postId/comments',
    'POST /api/v1/post/create-post',
    'POST /api/v1/review/:reviewId/answer',
    'POST /api/v1/reviews/:username',
    'POST /api/v1/verification',
    'POST /api/v1/wanted',
  ]);
});

test('a restricted member is refused by closed calls before anything else is read, and by no others', async () => {
  const person = await addRestricted();
  const ids = [
    'post',
    'comment',
    'wanted',
    'offer',
    'deal',
    'review',
    'message',
    'alert',
    'search',
    'session',
  ];
  const params = {
    ...Object.fromEntries(ids.map((id) => [`${id}Id`, randomUUID()])),
    notificationId: randomUUID(),
    caseId: randomUUID(),
    decisionId: randomUUID(),
    username: person.account.username,
    userId: person.account._id,
    provider: 'google',
    jobName: 'sweep-media',
  };
  const logOut = 'POST /api/v1/users/logout';
  const inOrder = declared.toSorted(([one], [other]) => Number(one === logOut) - Number(other === logOut));
  const wrong: unknown[] = [];
  for (const [key, { whenRestricted }] of inOrder) {
    const { status, body } = await person.client.at(app.url).send(key, { params, body: { nonsense: true } });
    const { code } = body as { code?: string };
    if ((code === 'RESTRICTED') !== (whenRestricted === 'closed') || status === 401)
      wrong.push([key, status, code]);
    const stranger = await new TestClient(app.url).send(key, { params });
    if ((stranger.body as { code?: string }).code === 'RESTRICTED') wrong.push([key, 'stranger']);
  }
  // The operator's calls know no member.
  expect(wrong.filter((call) => !String(call).includes('/api/v1/admin/'))).toEqual([]);
});

test('a restriction that is over refuses nothing', async () => {
  const person = await addRestricted();
  await changeUser(app.database.db, person.account._id, { restricted_until: new Date(Date.now() - 1_000) });
  app.services.sessions.invalidateUser(person.account._id);
  const body = { bio: 'Grows wheat.' };
  expect((await person.client.fail('POST /api/v1/wanted', { body })).code).toBe('INVALID_INPUT');
});

test('a restricted member sends neither messages nor that they type by the socket', async () => {
  const [restricted, other, free] = [
    await addRestricted(),
    await addPerson(app.url),
    await addPerson(app.url),
  ];
  const open = ({ client }: typeof other) => connectSocket(openSocket(app.url, client));
  const [own, reader, sender] = [await open(restricted), await open(other), await open(free)];
  const userId = other.account._id;
  const typed: string[] = [];
  reader.on('typing', (state) => typed.push(state.userId));
  own.emit('typing', { userId, isTyping: true });
  expect(await own.emitWithAck('send', 'nonsense' as never)).toMatchObject({ code: 'RESTRICTED' });
  const came = nextEvent(reader, 'typing', (state) => state.userId === free.account._id);
  sender.emit('typing', { userId, isTyping: true });
  await came;
  expect(typed).toEqual([free.account._id]);
  for (const socket of [own, reader, sender]) socket.disconnect();
});
