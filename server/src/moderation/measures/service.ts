import type { ConversationsService } from '#src/chat/conversations/service.ts';
import { imagePath } from '@upaj/contract/limits';
import type { PersonCheck } from '@upaj/contract/people/checks';
import type { AccountService } from '#src/people/account/service.ts';
import type { ProfilePhoto } from '#src/people/rows.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import type { MeasuresStore } from './store.ts';

/** What moderation changes. Only the fields that are there are set. */
export interface State {
  isPostHidden?: boolean;
  isCommentHidden?: boolean;
  /** The reason of the suspension; null for none. */
  suspendedFor?: string | null;
  /** Null for no restriction. */
  restrictedUntil?: string | null;
  isVerified?: boolean;
  /** What the badge says was checked. */
  verifiedFor?: PersonCheck[];
}

export interface Target {
  personId: string;
  postId: string | null;
  commentId: string | null;
}

export type TakenPhoto = StoredImage | ProfilePhoto;

interface MeasuresDeps {
  store: MeasuresStore;
  account: Pick<
    AccountService,
    'suspend' | 'restore' | 'restrict' | 'setVerified' | 'takePhotos' | 'putPhotosBack'
  >;
  takedown: Omit<TakedownService, 'removeAllOf'>;
  conversations: Pick<ConversationsService, 'updateClosed'>;
  feed: Pick<FeedService, 'dropPages'>;
  invalidateUser(userId: string): void;
}

/** What decisions and the operator's commands do to posts, comments and accounts. */
export function measuresService(deps: MeasuresDeps) {
  const { store, account, takedown, conversations, feed, invalidateUser } = deps;

  async function setPostHidden(postId: string, isHidden: boolean, trx: Database): Promise<State> {
    const isPostHidden = await store.lockPost(postId, trx);
    if (isPostHidden === undefined) throw new AppError('POST_NOT_FOUND');
    await (isHidden ? takedown.hidePost(postId, trx) : takedown.showPost(postId, trx));
    return { isPostHidden };
  }

  async function setCommentHidden(commentId: string, isHidden: boolean, trx: Database): Promise<State> {
    const isCommentHidden = await store.isCommentHidden(commentId, trx);
    if (isCommentHidden === undefined) throw new AppError('COMMENT_NOT_FOUND');
    const isFound = await (isHidden
      ? takedown.hideComment(commentId, trx)
      : takedown.showComment(commentId, trx));
    if (!isFound) throw new AppError('COMMENT_NOT_FOUND');
    return { isCommentHidden };
  }

  async function setSuspended(userId: string, reason: string | null, trx: Database): Promise<void> {
    if (reason === null) await account.restore(userId, trx);
    else await account.suspend(userId, reason, trx);
    await takedown.setAuthorSuspended(userId, reason !== null, trx);
    await conversations.updateClosed(userId, trx);
  }

  async function setPerson(userId: string, state: State, trx: Database): Promise<State> {
    const { suspendedFor, restrictedUntil, isVerified, verifiedFor } = state;
    // Posts are locked before their author.
    if (suspendedFor !== undefined) await takedown.lockPostsOf(userId, trx);
    const person = await store.lockPerson(userId, trx);
    if (!person) throw new AppError('USER_NOT_FOUND');
    const before: State = {};
    if (suspendedFor !== undefined) {
      before.suspendedFor = person.suspendedFor;
      await setSuspended(userId, suspendedFor, trx);
    }
    if (restrictedUntil !== undefined) {
      before.restrictedUntil = person.restrictedUntil;
      await account.restrict(userId, restrictedUntil, trx);
    }
    if (isVerified !== undefined) {
      before.isVerified = person.isVerified;
      before.verifiedFor = person.verifiedFor;
      await account.setVerified(userId, isVerified, verifiedFor, trx);
    }
    return before;
  }

  return {
    /** @returns what it was before: set that to undo */
    async set(target: Target, state: State, trx: Database): Promise<State> {
      const { isPostHidden, isCommentHidden, ...person } = state;
      const before: State = {};
      if (isPostHidden !== undefined)
        Object.assign(
          before,
          await setPostHidden(existing(target.postId, 'POST_NOT_FOUND'), isPostHidden, trx),
        );
      if (isCommentHidden !== undefined)
        Object.assign(
          before,
          await setCommentHidden(existing(target.commentId, 'COMMENT_NOT_FOUND'), isCommentHidden, trx),
        );
      if (Object.keys(person).length > 0)
        Object.assign(before, await setPerson(target.personId, person, trx));
      return before;
    },

    /** @returns the photos that it took from the post, or from the person's profile */
    async takePhotos(
      { kind, postId, personId }: Target & { kind: string },
      urls: readonly string[] | undefined,
      trx: Database,
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
      trx: Database,
    ): Promise<void> =>
      kind === 'post'
        ? takedown.putPhotosBack(existing(postId, 'POST_NOT_FOUND'), photos as StoredImage[], trx)
        : account.putPhotosBack(personId, photos as ProfilePhoto[], trx),

    /** Call it after the commit. */
    announce(userId: string, state: State): void {
      if (state.suspendedFor !== undefined || state.restrictedUntil !== undefined) invalidateUser(userId);
      feed.dropPages();
    },
  };
}

/** A case stays without its post or comment when its author deletes that. */
function existing(id: string | null, code: 'POST_NOT_FOUND' | 'COMMENT_NOT_FOUND'): string {
  if (id === null) throw new AppError(code);
  return id;
}

export type MeasuresService = ReturnType<typeof measuresService>;
