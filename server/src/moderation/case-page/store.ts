import { sql } from 'kysely';
import type { CasePage, HeldFor } from '@upaj/contract/moderation/cases';
import { dealNumber } from '#src/deals/rows.ts';
import type { Decision } from '@upaj/contract/moderation/decisions';
import { selectDecisions, toDecision } from '#src/moderation/decisions/rows.ts';
import { badgeReviewJson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { isoTime } from '#src/platform/db/times.ts';
import type { StoredImage } from '#src/platform/media/images.ts';

const reportsShown = 50;
const decisionsShown = 20;

export function casePageStore({ db }: { db: Database }) {
  /** Selects the reports of a case, with those that were deleted with their post or comment. */
  const reportsOf = (caseId: string) => {
    const columns = ['id', 'reporter_id', 'reason', 'details', 'weight', 'created_at'] as const;
    const retained = db.selectFrom('retained_reports').select(columns).where('case_id', '=', caseId);
    return db.selectFrom('reports').select(columns).where('case_id', '=', caseId).unionAll(retained);
  };

  return {
    findCase(caseId: string) {
      return db
        .selectFrom('cases')
        .select(['kind', 'person_id as personId', 'post_id as postId', 'message_id as messageId'])
        .select((eb) => eb.ref('held_for').$castTo<HeldFor | null>().as('heldFor'))
        .select(['comment_id as commentId', 'deal_id as dealId', 'decision_id as decisionId', 'text'])
        .where('id', '=', caseId)
        .executeTakeFirst();
    },

    findComment(commentId: string) {
      return db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .select(['comments.text', 'posts.id as postId', 'posts.title as postTitle'])
        .select((eb) => [
          isoTime('comments.created_at').as('createdAt'),
          eb('removed_at', 'is not', null).$castTo<boolean>().as('isHidden'),
        ])
        .where('comments.id', '=', commentId)
        .executeTakeFirst();
    },

    findDeal(dealId: string) {
      return db
        .selectFrom('deals')
        .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
        .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
        .select([dealNumber.as('number'), 'deals.title', 'buyers.username as buyer'])
        .select([
          'sellers.username as seller',
          isoTime('deals.ended_at').$castTo<string | null>().as('endedAt'),
        ])
        .where('deals.id', '=', dealId)
        .executeTakeFirst();
    },

    async isPostHidden(postId: string): Promise<boolean | undefined> {
      const post = await db
        .selectFrom('posts')
        .select('is_hidden')
        .where('id', '=', postId)
        .executeTakeFirst();
      return post?.is_hidden;
    },

    /** Finds what a case was about when its author deleted it. */
    async findEvidence(caseId: string): Promise<CasePage['evidence']> {
      const found = await db
        .selectFrom('case_evidence')
        .select(['username', 'full_name as fullName', 'title', 'text', 'images'])
        .select(isoTime('until').as('until'))
        .where('id', '=', caseId)
        .executeTakeFirst();
      if (!found) return null;
      return { ...found, images: (found.images as { url: string }[]).map(({ url }) => url) };
    },

    async findReports(caseId: string): Promise<CasePage['reports']> {
      const rows = await db
        .selectFrom(reportsOf(caseId).as('of_case'))
        .leftJoin('users', 'users.id', 'of_case.reporter_id')
        .select(['of_case.id as _id', 'reason', 'details', 'weight', 'username'])
        .select(isoTime('of_case.created_at').as('createdAt'))
        .orderBy('weight', 'desc')
        .orderBy('of_case.id')
        .limit(reportsShown)
        .execute();
      return rows.map(({ reason, weight, ...row }) => {
        return { ...row, reason: reason as CasePage['reports'][number]['reason'], weight: Number(weight) };
      });
    },

    /** Finds the reported message and those that the reporters of the case attached. */
    async findMessages(caseId: string, reportedId: string | null): Promise<CasePage['messages']> {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('users', 'users.id', 'messages.sender_id')
        .select(['messages.id', 'username', 'text', 'images', isoTime('messages.created_at').as('createdAt')])
        .where((eb) =>
          eb(
            'messages.id',
            '=',
            eb.fn.any(
              sql<string[]>`array(${eb
                .selectFrom('reports')
                .select(sql<string>`unnest(message_ids)`.as('id'))
                .where('case_id', '=', caseId)
                .limit(100)}) || ${reportedId}::uuid`,
            ),
          ),
        )
        .orderBy('messages.created_at')
        .orderBy('messages.id')
        .execute();
      return rows.map(({ id, images, ...row }) => ({
        _id: id,
        ...row,
        images: (images as StoredImage[]).map(({ url }) => url),
        isReported: id === reportedId,
      }));
    },

    async findDecisions(
      about: { caseId: string; postId: string | null } | { personId: string },
    ): Promise<Decision[]> {
      const rows = await selectDecisions(db)
        .where((eb) => {
          if ('personId' in about)
            return eb.and([eb('decisions.person_id', '=', about.personId), eb('undone_at', 'is', null)]);
          const { caseId, postId } = about;
          const ofPost = eb.selectFrom('cases').select('id').where('post_id', '=', postId);
          return eb.or([eb('case_id', '=', caseId), ...(postId ? [eb('case_id', 'in', ofPost)] : [])]);
        })
        .orderBy('decisions.created_at', 'desc')
        .orderBy('decisions.id', 'desc')
        .limit(decisionsShown)
        .execute();
      return rows.map(toDecision);
    },

    findPerson(personId: string) {
      return db
        .selectFrom('users')
        .select([
          'avatar',
          'bio',
          'state',
          'district',
          'is_verified as isVerified',
          'suspended_at as suspendedAt',
        ])
        .select(['restricted_until as restrictedUntil', 'deals_completed as dealsCompleted'])
        .select(['deals_ended as dealsEnded', isoTime('created_at').as('createdAt')])
        .select((eb) => [
          eb.ref('verified_for').$castTo<CasePage['record']['verifiedFor']>().as('verifiedFor'),
          badgeReviewJson('users').as('badgeReview'),
          sql<CasePage['record']['verifiedAs']>`verified_as - 'contact' - 'avatar'`.as('verifiedAs'),
          eb.ref('user_type').$castTo<CasePage['record']['userType']>().as('userType'),
          eb
            .selectFrom('posts')
            .select((posts) => posts.cast<number>(posts.fn.countAll(), 'integer').as('count'))
            .whereRef('author_id', '=', 'users.id')
            .as('posts'),
          eb
            .selectFrom('cases')
            .select((cases) => cases.cast<number>(cases.fn.sum('reports_count'), 'integer').as('sum'))
            .whereRef('person_id', '=', 'users.id')
            .as('reports'),
        ])
        .where('id', '=', personId)
        .executeTakeFirstOrThrow();
    },
  };
}

export type CasePageStore = ReturnType<typeof casePageStore>;
