import type { Message } from '@upaj/contract/chat/messages';
import type { AlertForm } from '@upaj/contract/mandi/alerts';
import { wantedFormSchema } from '@upaj/contract/trade/wanted';
import { hoursAgo, uuidOf, type DemoMarket } from './market.ts';
import {
  picturePath,
  wantedForm,
  type DemoAlert,
  type DemoConversation,
  type DemoReview,
  type DemoWanted,
} from './read.ts';
import { addLastDay, findReached } from './sample-rates.ts';

export async function addComments(market: DemoMarket, id: string): Promise<void> {
  const { services, data, userIds, postIds } = market;
  for (const { author, text, hoursAgo: hours } of data.comments[id] ?? []) {
    const form = { text, clientId: uuidOf(`comment ${id} ${text}`) };
    const authorId = userIds.get(author) ?? '';
    await services.comments.addComment(postIds.get(id) ?? '', authorId, form, hoursAgo(hours));
  }
}

export async function addConversation(market: DemoMarket, conversation: DemoConversation): Promise<void> {
  const { services, userIds, postIds } = market;
  const { between, messages, unread } = conversation;
  const idOf = (username: string) => userIds.get(username) ?? '';
  const lastRead = new Map<string, Message>();
  for (const [index, { from, text, post, picture, hoursAgo: hours }] of messages.entries()) {
    const to = between.find((username) => username !== from) ?? '';
    const message = await services.chat.send(idOf(from), idOf(to), {
      text,
      clientId: uuidOf(`message ${between.join(' ')} ${index}`),
      postId: post && postIds.get(post),
      pictures: picture ? [picturePath(picture)] : [],
      sentAt: hoursAgo(hours),
    });
    if (index < messages.length - unread) lastRead.set(to, message);
  }
  for (const [reader, { _id }] of lastRead) await services.chat.markRead(idOf(reader), _id);
}

export async function addWanted({ services, data, userIds }: DemoMarket, wanted: DemoWanted): Promise<void> {
  const author = data.people.find(({ username }) => username === wanted.author);
  const clientId = uuidOf(`wanted ${wanted.author} ${wanted.cropType}`);
  const form = wantedFormSchema.parse({ ...(wantedForm(wanted, author) as object), clientId });
  await services.wanted.add(form, userIds.get(wanted.author) ?? '', hoursAgo(wanted.hoursAgo));
}

export async function addReview({ services, userIds }: DemoMarket, review: DemoReview): Promise<void> {
  const { reviews } = services;
  const reviewerId = userIds.get(review.reviewer) ?? '';
  const own = await reviews.findOwn(review.person, reviewerId);
  const { rating, comment, answer } = review;
  const at = hoursAgo(review.hoursAgo);
  const saved = own.review ?? (await reviews.saveReview(review.person, reviewerId, { rating, comment }, at));
  if (!answer || saved.answer) return;
  const personId = userIds.get(review.person) ?? '';
  await reviews.addAnswer(saved._id, personId, answer.text, hoursAgo(answer.hoursAgo));
}

export async function addSavedSearches({ services, data, userIds }: DemoMarket): Promise<void> {
  for (const { owner, query } of data.savedSearches)
    await services.savedSearches.addSearch({ id: userIds.get(owner) ?? '', place: null }, query);
}

export async function addAlerts({ services, data, userIds, sampleRates }: DemoMarket): Promise<void> {
  const { alerts, rates } = services;
  for (const username of new Set(data.alerts.map(({ owner }) => owner))) {
    const ownerId = userIds.get(username) ?? '';
    if ((await alerts.findAlerts(ownerId)).length > 0) continue;
    for (const alert of data.alerts) {
      const form = alert.owner === username && toForm(alert, sampleRates);
      if (form) await alerts.addAlert(ownerId, form);
    }
  }
  if (sampleRates) await addLastDay(rates, sampleRates);
}

function toForm(alert: DemoAlert, rates: DemoMarket['sampleRates']): AlertForm | undefined {
  const { state, type } = alert;
  const place = { state, district: '', market: '' };
  if ('commodity' in alert) {
    const { commodity, targetPrice, unit = 'quintal' } = alert;
    return { ...place, commodity, type, targetPrice, unit };
  }
  const reached = rates && findReached(rates, alert.commodities, state, type);
  return reached && { ...place, ...reached, type, unit: 'quintal' };
}

export async function readNotifications(
  { services, data, userIds }: DemoMarket,
  before = new Date(),
): Promise<void> {
  const { notifications } = services;
  for (const { username } of data.people) {
    const id = userIds.get(username) ?? '';
    const { data: latest } = await notifications.findPage(id, {});
    const read = latest.find(({ createdAt }) => createdAt < before.toISOString());
    if (read) await notifications.markRead(id, read._id);
  }
}
