import { v7 as uuidv7 } from 'uuid';
import type { OwnDecision } from '@upaj/contract/moderation/appeals';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import { caseTitle } from '#src/moderation/cases/rows.ts';
import { selectDecisions, toDecision } from '#src/moderation/decisions/rows.ts';
import type { Events } from '#src/notify/outbox/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { Recipient } from '#src/platform/mail/link-email.ts';

export interface NewAppeal {
  decisionId: string;
  personId: string;
  text: string;
  weight: number;
}

export function appealsStore({ db }: { db: Database }) {
  return {
    /**
     * Finds a decision about the person. Finds no dismissals, because the person does not know of dismissed reports.
     */
    async findOwn(decisionId: string, personId: string): Promise<OwnDecision | undefined> {
      const row = await selectDecisions(db)
        .innerJoin('cases', 'cases.id', 'decisions.case_id')
        .leftJoin('cases as appeals', 'appeals.decision_id', 'decisions.id')
        .select(['cases.kind', 'appeals.status as appeal', caseTitle.as('title')])
        .where('decisions.id', '=', decisionId)
        .where('decisions.person_id', '=', personId)
        .where('decisions.action', '!=', 'dismiss')
        .executeTakeFirst();
      if (!row) return undefined;
      const { caseId: _, moderatorUsername: __, ...decision } = toDecision(row);
      return {
        ...decision,
        kind: row.kind as CaseKind,
        title: row.title ?? '',
        canAppeal: row.appeal === null && !decision.undone,
        isUpheld: row.appeal === 'decided' && !decision.undone,
      };
    },

    async findPerson(decisionId: string): Promise<string | undefined> {
      const decision = await db
        .selectFrom('decisions')
        .select('person_id')
        .where('id', '=', decisionId)
        .executeTakeFirst();
      return decision?.person_id;
    },

    /**
     * Finds the decision that suspends the account now: its text is the reason of the suspension. When an operator
     * suspended the account, no decision has that reason.
     */
    async findSuspension(personId: string): Promise<string | undefined> {
      const decision = await db
        .selectFrom('decisions')
        .innerJoin('users', 'users.member_id', 'decisions.person_id')
        .select('decisions.id')
        .where('decisions.person_id', '=', personId)
        .where('decisions.action', '=', 'suspend')
        .where('decisions.undone_at', 'is', null)
        .where('users.suspended_at', 'is not', null)
        .whereRef('decisions.text', '=', 'users.suspension_reason')
        .orderBy('decisions.created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return decision?.id;
    },

    /** Finds the verified address of a suspended person whom notifications do not reach by email. */
    async findUnnotified({ decisionId, event }: Events['decision.made']): Promise<Recipient | undefined> {
      return db
        .selectFrom('decisions')
        .innerJoin('users', 'users.member_id', 'decisions.person_id')
        .select((eb) => [eb.ref('users.email').$notNull().as('email'), 'users.language'])
        .where('decisions.id', '=', decisionId)
        .where('decisions.action', '=', 'suspend')
        .where('users.email_verified', '=', true)
        .where((eb) => {
          const isSuspended = eb('users.suspended_at', 'is not', null);
          return event === 'made'
            ? isSuspended
            : eb.or([isSuspended, eb('users.notifications_by_email', '=', false)]);
        })
        .executeTakeFirst();
    },

    /** Locks the decision, so that no one undoes it until the transaction ends. @returns whether it is undone */
    async lockDecision(decisionId: string, trx: Transaction): Promise<boolean> {
      const made = await trx
        .selectFrom('decisions')
        .select('undone_at')
        .where('id', '=', decisionId)
        .forShare()
        .executeTakeFirst();
      return Boolean(made?.undone_at);
    },

    /** @returns the case of the new appeal; undefined when the decision was appealed before */
    async addCase(
      { decisionId, personId, text, weight }: NewAppeal,
      trx: Transaction,
    ): Promise<string | undefined> {
      const added = await trx
        .insertInto('cases')
        .values({
          id: uuidv7(),
          kind: 'appeal',
          decision_id: decisionId,
          person_id: personId,
          text,
          weight,
        })
        .onConflict((conflict) => conflict.column('decision_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id;
    },
  };
}

export type AppealsStore = ReturnType<typeof appealsStore>;
