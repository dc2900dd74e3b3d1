import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import { fileFlags } from '#src/moderation/cases/rows.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { DecisionsService } from '#src/moderation/decisions/service.ts';
import { addEvents } from '#src/notify/outbox/rows.ts';
import type { Consumer, Consumers } from '#src/notify/outbox/service.ts';
import type { Transaction } from '#src/platform/db/connect.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { FlagData } from './rows.ts';
import * as rules from './rules.ts';
import type { FlagsStore, HashedPhoto } from './store.ts';
import { weights } from './thresholds.ts';

interface FlagsDeps {
  store: FlagsStore;
  market: Pick<MarketService, 'findLoadedPrice'>;
  cases: Pick<CasesService, 'announce'>;
  decisions: Pick<DecisionsService, 'hideCopy'>;
  feed: Pick<FeedService, 'dropPages'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Thing {
  personId: string;
  postId: string | null;
}

interface Flagged {
  caseId: string;
  rules: string[];
}

type Post = Awaited<ReturnType<FlagsStore['lockPosts']>>[number];

const ratesReadInMs = 15_000;

/** How many of the compared posts and people a flag shows. */
const mostRelated = 5;

/** Automatic rules about posts, accounts and deals. They run after what happened, and only ask moderators to look. */
export function flagConsumers({ store, market, cases, decisions, feed, log }: FlagsDeps): Consumers {
  /** @returns the case, and which rules found something that they did not find before */
  async function flag(
    trx: Transaction,
    thing: Thing,
    findings: readonly (rules.Finding | undefined)[],
  ): Promise<Flagged | undefined> {
    const found = findings.filter((finding) => finding !== undefined);
    if (found.length === 0) return undefined;
    const thingId = thing.postId ?? thing.personId;
    const earlier = await store.findEarlier(trx, thingId);
    const rows = found
      .map(({ details, lookedAt, postIds = [], userIds = [] }) => {
        const data: FlagData = {
          details,
          postIds: [...new Set(postIds)].slice(0, mostRelated),
          userIds: userIds.slice(0, mostRelated),
        };
        return {
          rule: details.rule,
          thing_id: thingId,
          found_in: createHash('sha256').update(lookedAt).digest('base64url'),
          weight: weights[details.rule],
          data: JSON.stringify(data),
        };
      })
      .filter((row) => !earlier.has(`${row.rule} ${row.found_in}`));
    if (rows.length === 0) return undefined;
    return { caseId: await fileFlags(trx, thing, rows), rules: rows.map(({ rule }) => rule) };
  }

  async function findSameText(trx: Transaction, { id, authorId }: Post, hash: string) {
    await store.saveText(trx, id, hash);
    return store.findSameText(trx, hash, authorId);
  }

  async function checkPost(
    trx: Transaction,
    post: Post,
    photos: readonly HashedPhoto[],
  ): Promise<Flagged | undefined> {
    const { id: postId, authorId } = post;
    const hash = rules.hashText(post);
    const sameText = rules.isLong(post) ? await findSameText(trx, post, hash) : [];
    const removed = photos.length > 0 ? await store.findRemoved(trx, postId, hash) : [];
    const alike: { name: string; others: rules.OtherPost[] }[] = [];
    for (const photo of photos) {
      const others = await store.findSamePhoto(trx, photo.hash, authorId);
      if (others.length > 0) alike.push({ name: photo.name, others });
    }
    const price = market.findLoadedPrice(post);
    // The server has just started: the post is checked again when the rates are read.
    if (price === undefined)
      await addEvents(trx, 'post.edited', [
        { data: { postId }, dueAt: new Date(Date.now() + ratesReadInMs) },
      ]);
    const flagged = await flag(trx, { personId: authorId, postId }, [
      rules.findRemovedCopy(post, removed),
      rules.findPrice(post, price ?? null),
      rules.findPhone(post),
      rules.findWords(post),
      rules.findSameText(post, sameText),
      rules.findSamePhoto(
        alike.flatMap(({ others }) => others),
        alike.map(({ name }) => name),
      ),
    ]);
    if (flagged?.rules.includes('removed-copy')) await decisions.hideCopy(flagged.caseId, trx);
    return flagged;
  }

  const checkPosts: Consumer<'post.created' | 'post.edited'> = async (events, trx) => {
    const ids = [...new Set(events.map(({ data }) => data.postId))];
    const flagged: (Flagged | undefined)[] = [];
    const posts = await store.lockPosts(trx, ids);
    const short = posts.filter((post) => !rules.isLong(post));
    await store.removeTexts(
      trx,
      short.map(({ id }) => id),
    );
    const photos = await store.findPhotos(trx, ids);
    for (const post of posts) flagged.push(await checkPost(trx, post, photos.get(post.id) ?? []));
    return () => {
      if (flagged.some((one) => one?.rules.includes('removed-copy'))) feed.dropPages();
      announce(flagged);
    };
  };

  const checkAccounts: Consumer<'account.registered'> = async (events, trx) => {
    const flagged: (Flagged | undefined)[] = [];
    for (const { data, createdAt: at } of events) {
      const { userId, address, others } = data;
      await store.saveAddress(trx, userId, address, at);
      if ((await store.filterMembers(trx, [userId])).length === 0) continue;
      const neighbours = await store.findSameAddress(trx, userId, address, at);
      const onDevice = await store.filterMembers(trx, others);
      const findings = [
        rules.findSameDevice(onDevice.filter((id) => id !== userId)),
        rules.findSameAddress(neighbours),
      ];
      flagged.push(await flag(trx, { personId: userId, postId: null }, findings));
    }
    return () => announce(flagged);
  };

  const checkDeals: Consumer<'deal.changed'> = async (events, trx) => {
    const completed = events.filter(({ data }) => data.event === 'completed');
    const dealIds = completed.map(({ data }) => data.dealId);
    const flagged: (Flagged | undefined)[] = [];
    for (const seller of await store.findSellers(trx, dealIds)) {
      const finding = rules.findClosedCircle(seller, await store.findCompleted(trx, seller.id));
      flagged.push(await flag(trx, { personId: seller.id, postId: null }, [finding]));
    }
    return () => announce(flagged);
  };

  function announce(flagged: readonly (Flagged | undefined)[]): void {
    const caseIds = flagged.flatMap((one) => one?.caseId ?? []);
    if (caseIds.length === 0) return;
    cases
      .announce(caseIds)
      .catch((error: unknown) => log.warn({ err: error }, 'new cases were not announced'));
  }

  return {
    'post.created': [checkPosts],
    'post.edited': [checkPosts],
    'account.registered': [checkAccounts],
    'deal.changed': [checkDeals],
  };
}
