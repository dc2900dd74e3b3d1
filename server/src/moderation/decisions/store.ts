import type { NotNull } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import type { Decision, DecisionAction, DecisionReason } from '@upaj/contract/moderation/decisions';
import type { Actor } from '#src/moderation/audit/store.ts';
import type { State } from '#src/moderation/measures/service.ts';
import { closeCases } from '#src/moderation/cases/rows.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import { selectDecisions, toDecision } from './rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';

/** A case, and the person and the thing that it is about. */
export interface Thing {
  caseId: string;
  kind: CaseKind;
  personId: string;
  /** The staff role of the person; null for all others. */
  personRole: string | null;
  postId: string | null;
  messageId: string | null;
  commentId: string | null;
  /** The decision that an appeal is about. */
  decisionId: string | null;
}

/** A decision with all that is needed to undo it. */
export interface Made extends Thing {
  id: string;
  action: string;
  text: string;
  images: unknown;
  moderatorId: string | null;
  before: State;
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

export function decisionsStore({ db }: { db: Database }) {
  return {
    async findThing(caseId: string, executor: Database = db): Promise<Thing | undefined> {
      return selectThings(executor).where('cases.id', '=', caseId).executeTakeFirst();
    },

    /** Finds the open appeal against a decision. */
    async findAppeal(decisionId: string, trx: Transaction): Promise<Thing | undefined> {
      return selectThings(trx)
        .where('cases.decision_id', '=', decisionId)
        .where('cases.status', '=', 'open')
        .executeTakeFirst();
    },

    lockCase(caseId: string, trx: Transaction) {
      return trx
        .selectFrom('cases')
        .select(['status', 'claimed_by as claimedBy', 'claimed_until as claimedUntil'])
        .where('id', '=', caseId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    /** Closes a case and resolves its reports. */
    async closeCase(caseId: string, trx: Transaction): Promise<void> {
      await closeCases(trx, [caseId]).execute();
      await trx
        .updateTable('reports')
        .set((eb) => ({ resolved_at: eb.fn<Date>('now') }))
        .where('case_id', '=', caseId)
        .where('resolved_at', 'is', null)
        .execute();
    },

    async add(
      { caseId, personId }: Pick<Thing, 'caseId' | 'personId'>,
      moderator: Actor,
      { before, images, ...decision }: NewDecision,
      trx: Transaction,
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

    async findMade(decisionId: string, executor: Database = db): Promise<Made | undefined> {
      return selectMade(executor).where('made.id', '=', decisionId).executeTakeFirst();
    },

    /** Finds later decisions about the same person, the oldest first. */
    async findLater({ id, personId }: Made, trx: Transaction): Promise<Made[]> {
      return selectMade(trx)
        .where('cases.person_id', '=', personId)
        .where('made.id', '>', id)
        .where('made.undone_at', 'is', null)
        .orderBy('made.id')
        .execute();
    },

    async setBefore(decisionId: string, before: State, trx: Transaction): Promise<void> {
      await trx
        .updateTable('decisions')
        .set({ before: JSON.stringify(before) })
        .where('id', '=', decisionId)
        .execute();
    },

    /** @returns false when the decision was undone before */
    async undo(
      decisionId: string,
      moderator: StaffViewer,
      undoing: Undoing,
      trx: Transaction,
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

    async findOne(decisionId: string, executor: Database = db): Promise<Decision> {
      const row = await selectDecisions(executor)
        .where('decisions.id', '=', decisionId)
        .executeTakeFirstOrThrow();
      return toDecision(row);
    },
  };
}

export type DecisionsStore = ReturnType<typeof decisionsStore>;

function selectMade(executor: Database) {
  return selectThings(executor)
    .innerJoin('decisions as made', 'made.case_id', 'cases.id')
    .select(['made.id', 'made.action', 'made.text', 'made.images', 'made.moderator_id as moderatorId'])
    .select((eb) => eb.ref('made.before').$castTo<State>().as('before'))
    .$narrowType<{ id: NotNull; action: NotNull; text: NotNull }>();
}

function selectThings(executor: Database) {
  return executor
    .selectFrom('cases')
    .leftJoin('staff', 'staff.user_id', 'cases.person_id')
    .select(['cases.id as caseId', 'cases.person_id as personId', 'cases.post_id as postId'])
    .select(['cases.message_id as messageId', 'cases.comment_id as commentId'])
    .select(['cases.decision_id as decisionId', 'staff.role as personRole'])
    .select((eb) => eb.ref('cases.kind').$castTo<CaseKind>().as('kind'));
}
