import type { ConversationsService } from '#src/chat/conversations/service.ts';
import { imagePath } from '@upaj/contract/limits';
import type { PersonCheck } from '@upaj/contract/people/checks';
import type { AccountService } from '#src/people/account/service.ts';
import type { BadgeState, ProfilePhoto } from '#src/people/rows.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import * as store from './store.ts';

/** A change by moderation. Fields that are missing stay as they are. */
export interface State {
  isPostHidden?: boolean;
  isCommentHidden?: boolean;
  /** The reason of the suspension; null ends the suspension. */
  suspendedFor?: string | null;
  /** The end of the restriction; null ends it now. */
  restrictedUntil?: string | null;
  isVerified?: boolean;
  /** The checks that the badge names. */
  verifiedFor?: PersonCheck[];
  /** What undoing a decision about the badge sets again. */
  badge?: BadgeState;
}

export interface Target {
  personId: string;
  postId: string | null;
  commentId: string | null;
}

export type TakenPhoto = StoredImage | ProfilePhoto;

interface MeasuresDeps {
  account: Pick<
    AccountService,
    'suspend' | 'restore' | 'restrict' | 'setVerified' | 'takePhotos' | 'putPhotosBack'
  >;
  takedown: Omit<TakedownService, 'lockAllOf' | 'removeAllOf'>;
  conversations: Pick<ConversationsService, 'updateClosed'>;
  feed: Pick<FeedService, 'dropPages'>;
  invalidateUser(userId: string): void;
}

/** Decisions and the operator's commands change posts, comments and accounts by these functions. */
export function measuresService(deps: MeasuresDeps) {
  const { account, takedown, conversations, feed, invalidateUser } = deps;

  async function setSuspended(userId: string, reason: string | null, trx: Transaction): Promise<void> {
    if (reason === null) await account.restore(userId, trx);
    else await account.suspend(userId, reason, trx);
    await takedown.setAuthorSuspended(userId, reason !== null, trx);
    await conversations.updateClosed(userId, trx);
  }

  /** Locks the rows that the state would change. @returns the present values of its fields */
  async function lock(target: Target, state: State, trx: Transaction): Promise<State> {
    const { isPostHidden, isCommentHidden, suspendedFor, restrictedUntil, isVerified } = state;
    const present: State = {};
    if (isPostHidden !== undefined) {
      const found = await store.lockPost(existing(target.postId, 'POST_NOT_FOUND'), trx);
      present.isPostHidden = existing(found, 'POST_NOT_FOUND');
    }
    if (isCommentHidden !== undefined) {
      const found = await store.isCommentHidden(existing(target.commentId, 'COMMENT_NOT_FOUND'), trx);
      present.isCommentHidden = existing(found, 'COMMENT_NOT_FOUND');
    }
    if (suspendedFor === undefined && restrictedUntil === undefined && isVerified === undefined)
      return present;
    // Posts are locked before their author, in the same order as elsewhere, to avoid deadlocks.
    if (suspendedFor !== undefined) await takedown.lockPostsOf(target.personId, trx);
    const person = await store.lockPerson(target.personId, trx);
    if (!person || (person.isFormer && isVerified !== undefined)) throw new AppError('USER_NOT_FOUND');
    if (suspendedFor !== undefined) present.suspendedFor = person.suspendedFor;
    if (restrictedUntil !== undefined) present.restrictedUntil = person.restrictedUntil;
    if (isVerified !== undefined) {
      present.isVerified = person.isVerified;
      present.verifiedFor = person.verifiedFor;
      present.badge = person.badge;
    }
    return present;
  }

  async function apply(
    { personId, postId, commentId }: Target,
    state: State,
    trx: Transaction,
  ): Promise<void> {
    const { isPostHidden, isCommentHidden, suspendedFor, restrictedUntil, isVerified, verifiedFor, badge } =
      state;
    if (isPostHidden !== undefined && postId)
      await (isPostHidden ? takedown.hidePost(postId, trx) : takedown.showPost(postId, trx));
    if (isCommentHidden !== undefined && commentId) {
      const change = isCommentHidden ? takedown.hideComment : takedown.showComment;
      if (!(await change(commentId, trx))) throw new AppError('COMMENT_NOT_FOUND');
    }
    if (suspendedFor !== undefined) await setSuspended(personId, suspendedFor, trx);
    if (restrictedUntil !== undefined) await account.restrict(personId, restrictedUntil, trx);
    if (isVerified !== undefined) await account.setVerified(personId, isVerified, verifiedFor, badge, trx);
  }

  return {
    lock,

    /** Changes what the state names. @returns the state before, which undoes the change when it is set */
    async set(target: Target, state: State, trx: Transaction): Promise<State> {
      const before = await lock(target, state, trx);
      await apply(target, state, trx);
      return before;
    },

    /** Removes photos from the post or from the person's profile. @returns these photos */
    async takePhotos(
      { kind, postId, personId }: Target & { kind: string },
      urls: readonly string[] | undefined,
      trx: Transaction,
    ): Promise<TakenPhoto[]> {
      const taken =
        kind === 'post'
          ? await takedown.takePhotos(existing(postId, 'POST_NOT_FOUND'), urls?.map(imagePath), trx)
          : await account.takePhotos(personId, trx);
      if (!taken) throw new AppError('POST_NOT_FOUND');
      return taken;
    },

    putPhotosBack: async (
      { kind, postId, personId }: Target & { kind: string },
      photos: readonly TakenPhoto[],
      trx: Transaction,
    ): Promise<void> =>
      kind === 'post'
        ? takedown.putPhotosBack(existing(postId, 'POST_NOT_FOUND'), photos as StoredImage[], trx)
        : account.putPhotosBack(personId, photos as ProfilePhoto[], trx),

    /** Call it after the commit, so that caches do not read the old state again. */
    announce(userId: string, state: State): void {
      if (state.suspendedFor !== undefined || state.restrictedUntil !== undefined) invalidateUser(userId);
      feed.dropPages();
    },
  };
}

/** Throws when the post or comment is missing: a case remains when the author deletes what it is about. */
function existing<Value>(
  value: Value | null | undefined,
  code: 'POST_NOT_FOUND' | 'COMMENT_NOT_FOUND',
): Value {
  if (value === null || value === undefined) throw new AppError(code);
  return value;
}

export type MeasuresService = ReturnType<typeof measuresService>;
