import type { FastifyBaseLogger } from 'fastify';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { DecisionsService } from '#src/moderation/decisions/service.ts';
import { addEvents } from '#src/notify/outbox/rows.ts';
import type { Consumer } from '#src/notify/outbox/service.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { addFlags, type Flagged } from './findings.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { thresholds } from './thresholds.ts';

interface FlagsDeps {
  market: Pick<MarketService, 'findLoadedPrice'>;
  cases: Pick<CasesService, 'announce'>;
  decisions: Pick<DecisionsService, 'hideCopy'>;
  feed: Pick<FeedService, 'dropPages'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

type Post = Awaited<ReturnType<typeof store.lockPosts>>[number];

const hour = 60 * 60_000;
const ratesReadInMs = 15_000;

/**
 * Automatic rules about posts, accounts and deals. They run after the change that they are about. They ask moderators
 * to look; only a copy of a removed post is hidden at once.
 */
export function flagsService({ market, cases, decisions, feed, log }: FlagsDeps) {
  async function findSameText(trx: Transaction, { id: postId, authorId }: Post, hash: string) {
    await store.saveText(postId, hash, trx);
    return store.findSameText({ postId, authorId }, hash, trx);
  }

  async function checkPost(
    trx: Transaction,
    post: Post,
    photos: readonly store.HashedPhoto[],
  ): Promise<Flagged | undefined> {
    const { id: postId, authorId } = post;
    const hash = rules.hashText(post);
    const sameText = rules.isLong(post) ? await findSameText(trx, post, hash) : [];
    const removed = photos.length > 0 ? await store.findRemoved(postId, hash, trx) : [];
    const alike: { name: string; others: rules.OtherPost[] }[] = [];
    for (const photo of photos) {
      const others = await store.findSamePhoto(photo, authorId, trx);
      if (others.length > 0) alike.push({ name: photo.name, others });
    }
    const price = market.findLoadedPrice(post);
    // The price is undefined while a server that has just started reads the rates. The post is checked again after
    // that.
    if (price === undefined)
      await addEvents(trx, 'post.edited', [
        { data: { postId }, dueAt: new Date(Date.now() + ratesReadInMs) },
      ]);
    const flagged = await addFlags(trx, { personId: authorId, postId }, [
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
    const posts = await store.lockPosts(ids, trx);
    const short = posts.filter((post) => !rules.isLong(post));
    // Short texts are not compared. These may be stored from when they were longer.
    await store.removeTexts(
      short.map(({ id }) => id),
      trx,
    );
    const photos = await store.findPhotos(ids, trx);
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
      await store.saveAddress(userId, address, at, trx);
      if ((await store.filterMembers([userId], trx)).length === 0) continue;
      const since = new Date(at.getTime() - thresholds.addressHours * hour);
      const neighbours = await store.findSameAddress(userId, address, { since, until: at }, trx);
      const onDevice = await store.filterMembers(others, trx);
      const findings = [
        rules.findSameDevice(onDevice.filter((id) => id !== userId)),
        rules.findSameAddress(neighbours),
      ];
      flagged.push(await addFlags(trx, { personId: userId, postId: null }, findings));
    }
    return () => announce(flagged);
  };

  const checkBadges: Consumer<'account.changed'> = async (events, trx) => {
    const ids = [...new Set(events.map(({ data }) => data.userId))];
    const flagged: (Flagged | undefined)[] = [];
    for (const person of await store.findIdentities(ids, trx))
      flagged.push(
        await addFlags(trx, { personId: person.id, postId: null }, [rules.findBadgeChanged(person)]),
      );
    return () => announce(flagged);
  };

  const checkDeals: Consumer<'deal.changed'> = async (events, trx) => {
    const completed = events.filter(({ data }) => data.event === 'completed');
    const dealIds = completed.map(({ data }) => data.dealId);
    const flagged: (Flagged | undefined)[] = [];
    const since = new Date(Date.now() - thresholds.circleDays * 24 * hour);
    for (const seller of await store.findSellers(dealIds, trx)) {
      const finding = rules.findClosedCircle(seller, await store.findCompleted(seller.id, since, trx));
      flagged.push(await addFlags(trx, { personId: seller.id, postId: null }, [finding]));
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

  return { checkPosts, checkAccounts, checkBadges, checkDeals };
}
