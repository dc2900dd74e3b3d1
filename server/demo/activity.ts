import type { Message } from '@upaj/contract/chat/messages';
import type { AlertForm } from '@upaj/contract/mandi/alerts';
import { counterFormSchema } from '@upaj/contract/deals/offers';
import { wantedFormSchema } from '@upaj/contract/trade/wanted';
import type { DemoDeal } from './deal-schema.ts';
import { hoursAgo, uuidOf, type DemoMarket } from './market.ts';
import {
  photoPath,
  wantedForm,
  type DemoAlert,
  type DemoConversation,
  type DemoPerson,
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
  for (const [index, { from, text, post, photo, hoursAgo: hours }] of messages.entries()) {
    const to = between.find((username) => username !== from) ?? '';
    const message = await services.chat.send(idOf(from), idOf(to), {
      text,
      clientId: uuidOf(`message ${between.join(' ')} ${index}`),
      postId: post && postIds.get(post),
      photos: photo ? [photoPath(photo)] : [],
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

/**
 * Adds an offer with its rounds and what both sides did after them. If they did something, its messages are marked as
 * read.
 */
export async function addDeal(market: DemoMarket, deal: DemoDeal): Promise<void> {
  const { services, data, userIds, postIds } = market;
  const { offers, deals, chat } = services;
  const { buyer, post, rounds, actions } = deal;
  const seller = data.posts.find(({ id }) => id === post)?.author ?? '';
  const ids = { buyer: userIds.get(buyer) ?? '', seller: userIds.get(seller) ?? '' };
  const forms = rounds.map((round, index) => ({
    form: counterFormSchema.parse({ ...round, version: Math.max(1, index) }),
    at: hoursAgo(round.hoursAgo),
  }));
  const [first, ...counters] = forms;
  if (!first) return;
  const form = { ...first.form, postId: postIds.get(post) ?? '', clientId: uuidOf(`offer ${buyer} ${post}`) };
  const { _id: offerId } = await offers.add(form, ids.buyer, first.at);
  for (const [index, counter] of counters.entries())
    await offers.counter(offerId, counter.form, index % 2 === 0 ? ids.seller : ids.buyer, counter.at);
  let dealId = '';
  for (const { by, action, reason, hoursAgo: hours } of actions) {
    const at = hoursAgo(hours);
    if (action === 'accept')
      ({ dealId } = (await offers.accept(offerId, { version: rounds.length }, ids[by], at)) as {
        dealId: string;
      });
    else if (action === 'cancel') await deals.cancel(dealId, ids[by], reason, at);
    else await deals.confirm(dealId, ids[by], action, { at });
  }
  if (actions.length === 0) return;
  for (const [reader, other] of [
    [ids.buyer, ids.seller],
    [ids.seller, ids.buyer],
  ] as const) {
    const { messages } = await chat.findPage(reader, other, { limit: 10 });
    const last = messages.findLast(({ receiverId }) => receiverId === reader);
    if (last) await chat.markRead(reader, last._id);
  }
}

export async function addUpiIds(
  { services, data, userIds }: DemoMarket,
  isWanted: (person: DemoPerson) => boolean,
): Promise<void> {
  for (const { username, upiId } of data.people.filter(isWanted))
    if (upiId) await services.upi.save(userIds.get(username) ?? '', upiId);
}

export async function addReview({ services, userIds }: DemoMarket, review: DemoReview): Promise<void> {
  const { reviews } = services;
  const reviewerId = userIds.get(review.reviewer) ?? '';
  const own = await reviews.findOwn(review.person, reviewerId);
  const { rating, comment, answer } = review;
  const at = hoursAgo(review.hoursAgo);
  const saved =
    own.review ?? (await reviews.saveReview(review.person, reviewerId, { rating, comment }, { savedAt: at }));
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
