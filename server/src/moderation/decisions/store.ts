import { v7 as uuidv7 } from 'uuid';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import type { Decision, DecisionAction, DecisionReason } from '@upaj/contract/moderation/decisions';
import type { Actor } from '#src/moderation/audit/store.ts';
import { closeCases } from '#src/moderation/cases/rows.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import { selectDecisions, toDecision } from './rows.ts';
import type { Database } from '#src/platform/db/connect.ts';

/** What a case is about. */
export interface Thing {
  caseId: string;
  kind: CaseKind;
  personId: string;
  /** It is null when the person is neither moderator nor administrator. */
  personRole: string | null;
  postId: string | null;
  messageId: string | null;
  commentId: string | null;
  /** The appealed decision and who made it. */
  decisionId: string | null;
  decidedBy: string | null;
}

export interface NewDecision {
  action: DecisionAction;
  reason: DecisionReason;
  text: string;
  until: Date | null;
  before: object;
  images: readonly object[];
}

export interface Undoing {
  reason: DecisionReason;
  text: string;
}

export function decisionsStore(db: Database) {
  return {
    async findThing(caseId: string, on: Database = db): Promise<Thing | undefined> {
      return selectThings(on).where('cases.id', '=', caseId).executeTakeFirst();
    },

    /** The open appeal against a decision. */
    async findAppeal(decisionId: string): Promise<Thing | undefined> {
      return selectThings(db)
        .where('cases.decision_id', '=', decisionId)
        .where('cases.status', '=', 'open')
        .executeTakeFirst();
    },

    /** Resolves its reports. Without a moderator also of a claimed case. @returns why it could not be closed, if it could not */
    async closeCase(
      caseId: string,
      moderatorId: string | null,
      trx: Database,
    ): Promise<'closed' | 'decided' | 'taken'> {
      const found = await trx
        .selectFrom('cases')
        .select(['status', 'claimed_by', 'claimed_until'])
        .where('id', '=', caseId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (found?.status !== 'open') return 'decided';
      const isClaimed = moderatorId !== null && found.claimed_by !== moderatorId;
      const isTaken = isClaimed && (found.claimed_until ?? 0) > new Date();
      if (isTaken) return 'taken';
      await closeCases(trx, [caseId]).execute();
      await trx
        .updateTable('reports')
        .set((eb) => ({ resolved_at: eb.fn<Date>('now') }))
        .where('case_id', '=', caseId)
        .where('resolved_at', 'is', null)
        .execute();
      return 'closed';
    },

    /** A moderator has hidden the post, not only reports. */
    async hasHideOf(postId: string): Promise<boolean> {
      const hide = await db
        .selectFrom('decisions')
        .innerJoin('cases', 'cases.id', 'decisions.case_id')
        .select('decisions.id')
        .where('cases.post_id', '=', postId)
        .where('action', '=', 'hide')
        .where('undone_at', 'is', null)
        .executeTakeFirst();
      return hide !== undefined;
    },

    async add(
      { caseId, personId }: Pick<Thing, 'caseId' | 'personId'>,
      moderator: Actor,
      { before, images, ...decision }: NewDecision,
      trx: Database,
    ): Promise<string> {
      const id = uuidv7();
      await trx
        .insertInto('decisions')
        .values({
          id,
          case_id: caseId,
          person_id: personId,
          moderator_id: moderator.id,
          moderator_role: moderator.staffRole,
          ...decision,
          before: JSON.stringify(before),
          images: JSON.stringify(images),
        })
        .execute();
      return id;
    },

    /** A decision with what its undoing needs. */
    findMade(decisionId: string) {
      return selectThings(db)
        .innerJoin('decisions as made', 'made.case_id', 'cases.id')
        .select([
          'made.action',
          'made.images',
          'made.moderator_id as moderatorId',
          'made.before',
          'made.undone_at as undoneAt',
        ])
        .where('made.id', '=', decisionId)
        .executeTakeFirst();
    },

    /** @returns false if it is undone already */
    async undo(
      decisionId: string,
      moderator: StaffViewer,
      undoing: Undoing,
      trx: Database,
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('decisions')
        .set((eb) => ({
          undone_at: eb.fn<Date>('now'),
          undone_by: moderator.id,
          undone_by_role: moderator.staffRole,
          undo_reason: undoing.reason,
          undo_text: undoing.text,
        }))
        .where('id', '=', decisionId)
        .where('undone_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async findOne(decisionId: string): Promise<Decision> {
      const row = await selectDecisions(db).where('decisions.id', '=', decisionId).executeTakeFirstOrThrow();
      return toDecision(row);
    },
  };
}

export type DecisionsStore = ReturnType<typeof decisionsStore>;

function selectThings(db: Database) {
  return db
    .selectFrom('cases')
    .leftJoin('decisions', 'decisions.id', 'cases.decision_id')
    .leftJoin('staff', 'staff.user_id', 'cases.person_id')
    .select(['cases.id as caseId', 'cases.person_id as personId', 'cases.post_id as postId'])
    .select(['cases.message_id as messageId', 'cases.comment_id as commentId'])
    .select(['cases.decision_id as decisionId', 'decisions.moderator_id as decidedBy'])
    .select('staff.role as personRole')
    .select((eb) => eb.ref('cases.kind').$castTo<CaseKind>().as('kind'));
}
