import type { CasePage } from '@upaj/contract/moderation/cases';
import type { AuditService } from '#src/moderation/audit/service.ts';
import { hasClaim, isParty } from '#src/moderation/cases/access.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { DecisionsService } from '#src/moderation/decisions/service.ts';
import { findFlags, findLinkedAccounts } from '#src/moderation/flags/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
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
  verification: Pick<VerificationService, 'show'>;
}

export function casePageService(deps: CasePageDeps) {
  const { db, store, cases, decisions, posts, audit, verification } = deps;

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
    /**
     * Private messages, photos that not everyone sees and linked accounts are shown only to the moderator who works on
     * the case, and each look is recorded.
     */
    async findPage(caseId: string, moderator: StaffViewer): Promise<CasePage> {
      const found = await store.findCase(caseId);
      if (!found) throw new AppError('CASE_NOT_FOUND');
      if (await isParty(db, caseId, moderator.id)) throw new AppError('ANOTHER_MODERATOR');
      const { kind, personId, postId, commentId, dealId, messageId, decisionId, text, heldFor } = found;
      const [
        listed,
        isWorkedOn,
        about,
        comment,
        deal,
        retained,
        reports,
        flags,
        sent,
        history,
        known,
        appealed,
      ] = await Promise.all([
        cases.findOne(caseId, moderator.id),
        hasClaim(db, caseId, moderator.id),
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
      const { post, isHidden = false } = about ?? {};
      const evidence = { messages: sent, linkedAccounts: known.record.linkedAccounts };
      const isThere = retained !== null || Object.values(evidence).some((rows) => rows.length > 0);
      const hasEvidence =
        isThere || (isHidden && post !== undefined) || (kind === 'verification' && listed.status === 'open');
      const { messages, linkedAccounts } = isWorkedOn ? evidence : { messages: [], linkedAccounts: [] };
      const seen = { messages, 'linked accounts': linkedAccounts };
      for (const [what, rows] of Object.entries(seen)) {
        const target = `${what} ${rows.map(({ _id }) => _id).join(' ')}`;
        if (rows.length > 0) await audit.add(db, moderator, { action: 'look', caseId, personId, target });
      }
      const isAsking = kind === 'verification' && isWorkedOn;
      const asked = isAsking ? await verification.show(caseId, personId, moderator) : null;
      return {
        ...listed,
        post: post ? { ...post, ...(isHidden && !isWorkedOn && { images: [] }) } : null,
        comment: comment ?? null,
        deal: deal ?? null,
        heldFor,
        isHidden: about?.isHidden ?? comment?.isHidden ?? false,
        hidesEvidence: hasEvidence && !isWorkedOn,
        evidence: isWorkedOn ? retained : null,
        messages,
        reports,
        flags,
        decisions: history,
        verification: asked,
        appeal: appealed ? { text, decision: appealed } : null,
        profile: known.profile,
        record: { ...known.record, linkedAccounts },
      };
    },
  };
}

export type CasePageService = ReturnType<typeof casePageService>;
