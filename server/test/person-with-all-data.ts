import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { decide, findCase, undo } from './cases.ts';
import { ageAccounts, giveUpi } from './deal-calls.ts';
import { insertDeal } from './deal-rows.ts';
import { addComment, addPerson, addPost, goodPassword, photo, toForm, type Person } from './factories.ts';
import { insertNotifications, waitUntilDelivered } from './notifications.ts';
import { insertMessages } from './rows.ts';
import { askForCode } from './sms.ts';
import { addStaff, switchOn } from './second-factor.ts';
import { insertWanted } from './wanted.ts';

/** Texts about the person that must not be anywhere in the database after the account was deleted. */
export const traces = {
  fullName: 'Zubeida Qandhari',
  contact: '9123456780',
  whatsapp: '9123456781',
  adharNo: '246813579135',
};

export async function addPersonWithAllData(app: TestApp) {
  const { fullName, contact, adharNo, whatsapp } = traces;
  const elder = await addPerson(app.url);
  const person = await addPerson(app.url, { fullName, contact, adharNo });
  const friend = await addPerson(app.url, { userType: 'merchant' });
  const enemy = await addPerson(app.url);
  const { client } = person;
  const of = ({ account }: Person) => ({ params: { username: account.username } });
  const comment = `${fullName} says: ${contact} is the number to call`;

  const post = await addPost(person, { title: `${fullName}’s wheat` }, 2);
  const friendsPost = await addPost(friend);
  const avatarForm = async () => ({ form: toForm({}, { avatar: [await photo()] }) });
  await client.call('PATCH /api/v1/users/avatar', await avatarForm());
  await client.call('PATCH /api/v1/users/cover-image', {
    form: toForm({}, { coverImage: [await photo({ width: 900, height: 300 })] }),
  });
  await client.call('PATCH /api/v1/users/profile', {
    body: {
      fullName,
      majorProduct: 'Saffron',
      bio: `I am ${fullName}`,
      contactInfo: { phone: contact, whatsapp },
      businessDetails: { businessName: 'Qandhari farm', specialization: '', experience: '' },
      farmDetails: { farmSize: '3 acres', certifications: ['FSSAI'] },
    },
  });

  for (const [one, other, liked] of [
    [person, friend, friendsPost],
    [friend, person, post],
  ] as const) {
    await one.client.call('POST /api/v1/follow/follow/:username', of(other));
    await one.client.call('POST /api/v1/like/like/:postId', { params: { postId: liked._id } });
    await one.client.call('PUT /api/v1/post/:postId/save', { params: { postId: liked._id } });
    await one.client.call('GET /api/v1/post/:postId', { params: { postId: liked._id } });
    for (let count = 0; count < 2; count += 1)
      await one.client.call('POST /api/v1/post/:postId/comments', {
        params: { postId: liked._id },
        body: { text: comment, clientId: randomUUID() },
      });
    await one.client.call('POST /api/v1/users/user/:username/contact', of(other));
  }
  const { db } = app.database;
  await ageAccounts(db, [person, friend]);
  // The person is the first of the two in one conversation and the second in the other, because a conversation stores
  // the smaller id first.
  const messages = await insertMessages(db, person.account._id, friend.account._id);
  messages.push(...(await insertMessages(db, person.account._id, elder.account._id)));
  for (const [one, other] of [
    [person, friend],
    [friend, person],
  ] as const)
    await one.client.call('POST /api/v1/reviews/:username', { ...of(other), body: { rating: 4, comment } });
  for (const [one, other] of [
    [person, enemy],
    [enemy, person],
  ] as const) {
    const targetId = other.account._id;
    await one.client.call('POST /api/v1/reports', {
      body: { kind: 'user', targetId, reason: 'spam', details: comment },
    });
    await one.client.call('POST /api/v1/blocks/:username', of(other));
  }
  const leaver = await addPerson(app.url);
  const { _id: targetId } = await addComment(leaver, friendsPost._id, 'Cheap gold');
  await client.call('POST /api/v1/reports', {
    body: { kind: 'comment', targetId, reason: 'fraud', details: comment },
  });
  await leaver.client.call('DELETE /api/v1/users/account', {
    body: { confirmation: leaver.account.username, password: goodPassword },
  });
  const moderator = await addStaff(app, 'moderator');
  const decision = await decide(moderator, await findCase(moderator, person, 'user'), 'warn');
  await client.call('POST /api/v1/appeals', { body: { decisionId: decision._id, text: comment } });
  await app.services.staff.setRole(person.account.username, 'administrator', null);
  await app.services.staff.setRole(friend.account.username, 'moderator', person.account._id);
  const proof = { contact, code: await askForCode(app, client, contact, 'contact-code') };
  await client.call('POST /api/v1/users/contact-code/confirm', {
    body: { ...proof, password: goodPassword },
  });
  await askForCode(app, client, contact, 'contact-code');
  await switchOn(client);
  // The following calls add rows that the person, as a moderator, makes about others.
  const reportElder = ({ client: reporter }: Person) =>
    reporter.call('POST /api/v1/reports', {
      body: { kind: 'user', targetId: elder.account._id, reason: 'spam' },
    });
  await reportElder(friend);
  const made = await decide(person, await findCase(person, elder, 'user'), 'warn');
  await undo(person, made._id);
  await reportElder(enemy);
  const { _id: caseId } = await findCase(person, elder, 'user');
  await client.call('POST /api/v1/moderation/cases/:caseId/claim', { params: { caseId } });
  await client.call('PUT /api/v1/market/pins', { body: { commodity: 'Wheat', isPinned: true } });
  await client.call('POST /api/v1/alerts', {
    body: { commodity: 'Wheat', type: 'above', targetPrice: 2600, state: 'Punjab' },
  });
  await client.call('POST /api/v1/saved-searches', { body: { q: `${fullName} saffron`, state: 'Punjab' } });
  await insertNotifications(db, person.account._id, { price: 2650 });
  await insertWanted(db, person.account._id, { note: comment });
  for (const parties of [
    { buyer: person, seller: friend },
    { buyer: friend, seller: person },
  ]) {
    const isSeller = parties.seller === person;
    const own = isSeller
      ? { village: `${fullName}’s village`, city: `${fullName}’s city` }
      : { note: comment };
    await giveUpi(parties.seller, `${isSeller ? contact : 'friend'}@ybl`);
    const dealId = await insertDeal(db, parties, own);
    await parties.buyer.client.call('POST /api/v1/deals/:dealId/upi', { params: { dealId } });
  }
  await client.call('POST /api/v1/notifications/push', {
    body: {
      endpoint: `https://push.example/${person.account._id}`,
      keys: {
        p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
  });
  await client.call('POST /api/v1/verification', {
    form: toForm({ check: 'farm' }, { photo: [await photo()] }),
  });
  const request = await db
    .selectFrom('verification_requests')
    .select('photo')
    .where('user_id', '=', person.account._id)
    .executeTakeFirstOrThrow();
  const { data } = await client.call('GET /api/v1/users/profile');
  const urls = [...post.images, data.avatar ?? '', data.coverImage ?? '', request.photo ?? ''];
  await waitUntilDelivered(db);
  return { person, friend, enemy, post, friendsPost, messages, urls };
}

export async function findWrongCounters({ database: { db } }: TestApp): Promise<string[]> {
  const [users, posts, counts, likes, comments, follows, reviews] = await Promise.all([
    db.selectFrom('users').selectAll().execute(),
    db.selectFrom('posts').selectAll().execute(),
    db.selectFrom('post_counts').selectAll().execute(),
    db.selectFrom('likes').selectAll().execute(),
    db.selectFrom('comments').selectAll().execute(),
    db.selectFrom('follows').selectAll().execute(),
    db.selectFrom('reviews').selectAll().execute(),
  ]);
  const wrong: string[] = [];
  const check = (what: string, count: number, truth: number) => {
    if (count !== truth) wrong.push(`${what} is ${count} and should be ${truth}`);
  };
  for (const user of users) {
    const about = reviews.filter((review) => review.person_id === user.id && review.is_counted);
    const own = posts.filter((post) => post.author_id === user.id);
    check(`${user.id} total_posts`, user.total_posts, own.length);
    check(`${user.id} total_reviews`, user.total_reviews, about.length);
    check(
      `${user.id} rating_sum`,
      user.rating_sum,
      about.reduce((sum, { rating, is_after_deal: isDouble }) => sum + rating * (isDouble ? 2 : 1), 0),
    );
    const followers = follows.filter((follow) => follow.followed_id === user.id);
    check(`${user.id} followers_count`, user.followers_count, followers.length);
  }
  check('rows of post_counts', counts.length, posts.length);
  for (const post of counts) {
    const of = (row: { post_id: string }) => row.post_id === post.post_id;
    check(`${post.post_id} likes`, post.likes, likes.filter(of).length);
    check(
      `${post.post_id} comments`,
      post.comments,
      comments.filter((row) => of(row) && row.removed_at === null).length,
    );
  }
  return wrong;
}
