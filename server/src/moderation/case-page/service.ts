import type { CasePage } from '@upaj/contract/moderation/cases';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { DecisionsService } from '#src/moderation/decisions/service.ts';
import { findFlags, findLinkedAccounts } from '#src/moderation/flags/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { VerificationService } from '#src/moderation/verification/service.ts';
import type { PostsService } from '#src/trade/posts/service.ts';
import type { CasePageStore } from './store.ts';

interface CasePageDeps {
  db: Database;
  store: CasePageStore;
  cases: Pick<CasesService, 'findOne'>;
  decisions: Pick<DecisionsService, 'findOne'>;
  posts: Pick<PostsService, 'findPost'>;
  audit: Pick<AuditService, 'add'>;
  media: Pick<MediaService, 'addModerator'>;
  verification: Pick<VerificationService, 'show'>;
}

export function casePageService(deps: CasePageDeps) {
  const { db, store, cases, decisions, posts, audit, media, verification } = deps;

  /** Reads the post as its author, so that moderators see hidden posts too. */
  async function findPost(postId: string, authorId: string) {
    const isHidden = await store.isPostHidden(postId);
    return isHidden === undefined ? undefined : { isHidden, post: await posts.findPost(postId, authorId) };
  }

  async function findRecord(personId: string): Promise<Pick<CasePage, 'profile' | 'record'>> {
    const [person, made, linkedAccounts] = await Promise.all([
      store.findPerson(personId),
      store.findDecisions({ personId }),
      findLinkedAccounts(db, personId),
    ]);
    const {
      avatar,
      bio,
      state,
      district,
      suspendedAt,
      restrictedUntil,
      reports,
      posts: count,
      ...rest
    } = person;
    const isRestricted = restrictedUntil !== null && restrictedUntil > new Date();
    return {
      profile: { avatar, bio, state, district },
      record: {
        ...rest,
        isSuspended: suspendedAt !== null,
        restrictedUntil: isRestricted ? restrictedUntil.toJSON() : null,
        posts: count ?? 0,
        reports: reports ?? 0,
        decisions: made,
        linkedAccounts,
      },
    };
  }

  return {
    /** Records what the moderator sees, and lets them open the photos of the case. */
    async findPage(caseId: string, moderator: StaffViewer): Promise<CasePage> {
      const found = await store.findCase(caseId);
      if (!found) throw new AppError('CASE_NOT_FOUND');
      const { kind, personId, postId, commentId, dealId, messageId, decisionId, text } = found;
      const [listed, about, comment, deal, evidence, reports, flags, messages, history, record, appealed] =
        await Promise.all([
          cases.findOne(caseId, moderator.id),
          postId ? findPost(postId, personId) : undefined,
          commentId ? store.findComment(commentId) : undefined,
          dealId ? store.findDeal(dealId) : undefined,
          store.findEvidence(caseId),
          store.findReports(caseId),
          findFlags(db, caseId),
          store.findMessages(caseId, messageId),
          store.findDecisions({ caseId, postId }),
          findRecord(personId),
          decisionId ? decisions.findOne(decisionId) : undefined,
        ]);
      const seen = { messages, 'linked accounts': record.record.linkedAccounts };
      for (const [what, rows] of Object.entries(seen)) {
        const target = `${what} ${rows.map(({ _id }) => _id).join(' ')}`;
        if (rows.length > 0) await audit.add(db, moderator, { action: 'look', caseId, personId, target });
      }
      const asked = kind === 'verification' ? await verification.show(caseId, personId, moderator) : null;
      const photos = [
        ...(about?.post.images ?? []),
        ...(evidence?.images ?? []),
        ...messages.flatMap(({ images }) => images),
      ];
      await media.addModerator(moderator.id, photos);
      return {
        ...listed,
        post: about?.post ?? null,
        comment: comment ?? null,
        deal: deal ?? null,
        isHidden: about?.isHidden ?? comment?.isHidden ?? false,
        evidence,
        messages,
        reports,
        flags,
        decisions: history,
        verification: asked,
        appeal: appealed ? { text, decision: appealed } : null,
        ...record,
      };
    },
  };
}

export type CasePageService = ReturnType<typeof casePageService>;
