import { createHash } from 'node:crypto';
import { foldText } from '@upaj/contract/fold-text';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { Flag } from '@upaj/contract/moderation/flags';
import type { BadgePart } from '@upaj/contract/people/checks';
import { pricePerKg } from '@upaj/contract/trade/compare-price';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { hasPhoneNumber } from '#src/platform/contacts.ts';
import { thresholds, words } from './thresholds.ts';

type Details<F> = F extends Flag ? Omit<F, '_id' | 'createdAt' | 'related'> : never;

export interface Finding {
  details: Details<Flag>;
  /** What the rule looked at. While it is the same as in an earlier flag, the rule does not flag it again. */
  lookedAt: string;
  /** The posts or people that the rule compared with. */
  postIds?: readonly string[];
  userIds?: readonly string[];
}

export interface CheckedPost {
  title: string;
  description: string;
  price: number;
  priceUnit: PriceUnit;
  cropKey: string;
  variety: string;
  state: string;
  district: string;
}

export interface OtherPost {
  postId: string;
  authorId: string;
}

export interface CompletedDeal {
  buyerId: string;
  buyerSince: Date;
  agreedAt: Date;
  completedAt: Date;
}

const day = 24 * 60 * 60_000;

/** Leaves only letters and digits, so that two texts that differ in an emoji or a comma are the same. */
export function plainText({ title, description }: Pick<CheckedPost, 'title' | 'description'>): string {
  return foldText(`${title} ${description}`)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether the text of a post is long enough to be compared. */
export function isLong(post: Pick<CheckedPost, 'title' | 'description'>): boolean {
  return plainText(post).length >= thresholds.textLength;
}

export function hashText(post: Pick<CheckedPost, 'title' | 'description'>): string {
  return createHash('sha256').update(plainText(post)).digest('base64url');
}

/**
 * Compares a price with that of a mandi. Prices per piece, box, bag or litre have no mandi price, and sample rates
 * prove nothing.
 */
export function findPrice(post: CheckedPost, mandi: MarketPrice | null): Finding | undefined {
  const perKg = pricePerKg(post);
  if (!mandi || mandi.isSample || !(mandi.modalPrice > 0) || !perKg) return undefined;
  const ratio = (perKg * 100) / mandi.modalPrice;
  const times = Math.max(ratio, 1 / ratio);
  if (times < thresholds.priceTimes) return undefined;
  const { district, modalPrice } = mandi;
  const rule = ratio > 1 ? 'price-above' : 'price-below';
  return {
    details: { rule, times: Math.round(times), crop: post.cropKey, district, modalPrice },
    lookedAt: [post.price, post.priceUnit, post.cropKey, post.variety, post.state, post.district].join('|'),
  };
}

export function findPhone({ title }: Pick<CheckedPost, 'title'>): Finding | undefined {
  return hasPhoneNumber(title) ? { details: { rule: 'phone-in-title' }, lookedAt: title } : undefined;
}

const folded = words.map((word) => [word, ` ${plainText({ title: word, description: '' })} `] as const);

export function findWords(post: Pick<CheckedPost, 'title' | 'description'>): Finding | undefined {
  const text = ` ${plainText(post)} `;
  const found = folded.filter(([, plain]) => text.includes(plain)).map(([word]) => word);
  return found.length > 0 ? { details: { rule: 'words', words: found }, lookedAt: text } : undefined;
}

export function findSamePhoto(others: readonly OtherPost[], photos: readonly string[]): Finding | undefined {
  const accounts = countAuthors(others);
  if (accounts + 1 < thresholds.photoAccounts) return undefined;
  const lookedAt = photos.toSorted().join(' ');
  return { details: { rule: 'same-photo', accounts }, lookedAt, postIds: idsOf(others) };
}

export function findSameText(
  post: Pick<CheckedPost, 'title' | 'description'>,
  others: readonly OtherPost[],
): Finding | undefined {
  const accounts = countAuthors(others);
  if (!isLong(post) || accounts + 1 < thresholds.textAccounts) return undefined;
  return { details: { rule: 'same-text', accounts }, lookedAt: plainText(post), postIds: idsOf(others) };
}

/** Finds that a removed post has the same text and one of the photos. */
export function findRemovedCopy(
  post: Pick<CheckedPost, 'title' | 'description'>,
  removedIds: readonly string[],
): Finding | undefined {
  if (removedIds.length === 0) return undefined;
  return { details: { rule: 'removed-copy' }, lookedAt: plainText(post), postIds: removedIds };
}

export function findSameDevice(others: readonly string[]): Finding | undefined {
  if (others.length + 1 < thresholds.deviceAccounts) return undefined;
  return { details: { rule: 'same-device', accounts: others.length }, lookedAt: '', userIds: others };
}

export function findSameAddress(others: readonly string[]): Finding | undefined {
  if (others.length + 1 < thresholds.addressAccounts) return undefined;
  const { addressHours: hours } = thresholds;
  return { details: { rule: 'same-address', accounts: others.length, hours }, lookedAt: '', userIds: others };
}

/**
 * Finds that all deals of a seller in some days were with the same few buyers, and either all accounts are new or the
 * deals were faster than goods travel.
 */
export function findClosedCircle(
  seller: { since: Date },
  deals: readonly CompletedDeal[],
): Finding | undefined {
  const buyers = [...new Set(deals.map(({ buyerId }) => buyerId))].toSorted();
  if (deals.length < thresholds.circleDeals || buyers.length > thresholds.circleBuyers) return undefined;
  const youngest = Date.now() - thresholds.circleAccountDays * day;
  const areNew = [seller.since, ...deals.map(({ buyerSince }) => buyerSince)].every(
    (since) => since.getTime() > youngest,
  );
  const areFast = deals.every(
    ({ agreedAt, completedAt }) =>
      completedAt.getTime() - agreedAt.getTime() <= thresholds.circleMinutes * 60_000,
  );
  if (!areNew && !areFast) return undefined;
  const counts = { deals: deals.length, days: thresholds.circleDays, accounts: buyers.length };
  return { details: { rule: 'closed-circle', ...counts }, lookedAt: buyers.join(' '), userIds: buyers };
}

/** Finds that a badge is in review. */
export function findBadgeChanged(person: {
  changed: BadgePart[];
  fullName: string;
  businessName: string;
  contact: string;
  avatar: string | null;
  verifiedAt: Date | null;
}): Finding | undefined {
  const { changed, fullName, businessName, contact, avatar, verifiedAt } = person;
  if (changed.length === 0) return undefined;
  const lookedAt = [fullName, businessName, contact, avatar, verifiedAt?.toJSON()].join('\n');
  return { details: { rule: 'badge-changed', changed }, lookedAt };
}

function countAuthors(posts: readonly OtherPost[]): number {
  return new Set(posts.map(({ authorId }) => authorId)).size;
}

function idsOf(posts: readonly OtherPost[]): string[] {
  return posts.map(({ postId }) => postId);
}
