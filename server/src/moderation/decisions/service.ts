import type { DecisionForm, UndoForm } from '@upaj/contract/moderation/cases';
import { actionsFor, type Decision } from '@upaj/contract/moderation/decisions';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import { isParty } from '#src/moderation/cases/access.ts';
import { automaticHides } from '#src/moderation/hides/service.ts';
import { isAadhaarDisputed } from '#src/moderation/former-accounts/rows.ts';
import { forgetRemoved, rememberRemoved } from '#src/moderation/flags/rows.ts';
import type { MeasuresService, State, TakenPhoto } from '#src/moderation/measures/service.ts';
import type { VerificationService } from '#src/moderation/verification/service.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { automatic, hasHideOf } from './rows.ts';
import type { DecisionsStore, Made, Thing } from './store.ts';

interface DecisionsDeps {
  db: Database;
  store: DecisionsStore;
  cases: Pick<CasesService, 'announce'>;
  measures: MeasuresService;
  verification: Pick<VerificationService, 'stateOfVerified' | 'remove'>;
  audit: Pick<AuditService, 'add'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

const day = 24 * 60 * 60_000;

export function decisionsService(deps: DecisionsDeps) {
  const { db, store, cases, measures, verification, audit, outbox } = deps;

  /** Returns whether no decision hides the post of the case, but reports may. */
  const isHiddenByReports = async ({ kind, postId }: Thing) =>
    kind === 'post' && postId !== null && !(await hasHideOf(db, postId));

  async function stateAfter(
    thing: Thing,
    { action, text, checked }: DecisionForm,
    until: Date | null,
  ): Promise<State> {
    const { kind, caseId, personId } = thing;
    if (action === 'dismiss') return (await isHiddenByReports(thing)) ? { isPostHidden: false } : {};
    if (action === 'hide') return kind === 'post' ? { isPostHidden: true } : { isCommentHidden: true };
    if (action === 'restrict') return { restrictedUntil: until?.toJSON() ?? null };
    if (action === 'suspend') return { suspendedFor: text };
    if (action === 'verify') {
      if (await isAadhaarDisputed(db, personId, caseId)) throw new AppError('AADHAAR_DISPUTED');
      return verification.stateOfVerified(caseId, personId, checked);
    }
    // A person whose request for another check is refused does not lose the badge.
    if (action === 'refuse') return kind === 'verification' ? {} : { isVerified: false, verifiedFor: [] };
    return {};
  }

  /**
   * Locks and closes a case, which the moderator must have no part in. Lock the post, comment or person that it is about before, as reports do, to avoid
   * deadlocks.
   */
  async function closeCase(caseId: string, moderator: StaffViewer, trx: Transaction): Promise<void> {
    const found = await store.lockCase(caseId, trx);
    if (found?.status !== 'open') throw new AppError('CASE_DECIDED');
    await refuseParty(caseId, moderator, trx);
    const isClaimedByOther = found.claimedBy !== moderator.id && (found.claimedUntil ?? 0) > new Date();
    if (isClaimedByOther) throw new AppError('CASE_CLAIMED');
    await store.closeCase(caseId, trx);
  }

  function announce(personId: string, state: State, caseIds: readonly string[]): Promise<void> {
    measures.announce(personId, state);
    outbox.nudge();
    return cases.announce(caseIds);
  }

  /**
   * Returns the state that undoing a decision sets. A field that a later decision changed too keeps its present value:
   * undoing the later decision will set the value from before both.
   */
  async function stateWithout(made: Made, present: State, trx: Transaction): Promise<State> {
    const state = { ...made.before };
    for (const later of await store.findLater(made, trx)) {
      const shared = fieldsOf(later.before).filter((field) => field in state && isOfSame(field, made, later));
      const passedOn = shared.filter((field) => isSetBy(made, field, later.before));
      if (passedOn.length > 0)
        await store.setBefore(later.id, { ...later.before, ...pick(state, passedOn) }, trx);
      for (const field of shared) delete state[field];
    }
    return pick(
      state,
      fieldsOf(state).filter((field) => isSetBy(made, field, present)),
    );
  }

  return {
    findOne: (decisionId: string) => store.findOne(decisionId),

    /**
     * Hides a copy of a removed post, which the caller has locked, and decides its case, if the budget of such hides
     * allows it. The author is notified and can appeal.
     */
    async hideCopy(caseId: string, trx: Transaction): Promise<void> {
      const thing = await store.findThing(caseId, trx);
      if (!thing?.postId) return;
      await automaticHides.lock(trx);
      if (!(await automaticHides.allow({ caseId, postId: thing.postId }, trx))) return;
      const { personId } = thing;
      const after = { isPostHidden: true };
      const before = await measures.set(thing, after, trx);
      // A claim of a moderator does not prevent an automatic decision.
      const found = await store.lockCase(caseId, trx);
      if (found?.status === 'open') await store.closeCase(caseId, trx);
      const by = { id: null, staffRole: automatic };
      const made = { action: 'hide', reason: 'copy', text: '', until: null, before, images: [] } as const;
      const decisionId = await store.add(thing, by, made, trx);
      const why = made.reason;
      const target = targetOf(thing);
      await audit.add(trx, by, { action: 'hide', caseId, personId, target, before, after, why });
      await addEvent(trx, 'decision.made', { decisionId, event: 'made' });
    },

    async decide(caseId: string, form: DecisionForm, moderator: StaffViewer): Promise<Decision> {
      const thing = await store.findThing(caseId);
      if (!thing) throw new AppError('CASE_NOT_FOUND');
      refuse(thing, form, moderator);
      const { action, reason, text, days } = form;
      const until = action === 'restrict' ? new Date(Date.now() + (days ?? 1) * day) : null;
      const state = await stateAfter(thing, form, until);
      const { personId } = thing;
      const isByReports = action !== 'dismiss' && (await isHiddenByReports(thing));
      const decision = await retriedTransaction(db, async (trx) => {
        const hidden = isByReports ? await measures.lock(thing, { isPostHidden: true }, trx) : {};
        const before = await measures.set(thing, state, trx);
        // The decision answers for what reports hid before: undoing it shows the post.
        if (hidden.isPostHidden) before.isPostHidden = false;
        if (action === 'hide' && thing.postId) await rememberRemoved(thing.postId, trx);
        const images = action === 'remove-photo' ? await measures.takePhotos(thing, form.photos, trx) : [];
        await closeCase(caseId, moderator, trx);
        if (thing.kind === 'verification') await verification.remove(caseId, trx);
        const made = { action, reason, text, until, before, images };
        const decisionId = await store.add(thing, moderator, made, trx);
        const target = targetOf(thing);
        const why = [reason, text].filter(Boolean).join(': ');
        await audit.add(trx, moderator, { action, caseId, personId, target, before, after: state, why });
        // The person is notified of a dismissed appeal, but does not know of a dismissed report.
        if (thing.decisionId)
          await addEvent(trx, 'decision.made', { decisionId: thing.decisionId, event: 'upheld' });
        else if (action !== 'dismiss') await addEvent(trx, 'decision.made', { decisionId, event: 'made' });
        return store.findOne(decisionId, trx);
      });
      await announce(personId, state, [caseId]);
      return decision;
    },

    /** Undoes a decision. If it was appealed, another moderator must do it, which closes the appeal. */
    async undo(decisionId: string, { reason, text }: UndoForm, moderator: StaffViewer): Promise<Decision> {
      const found = await store.findMade(decisionId);
      if (!found) throw new AppError('DECISION_NOT_FOUND');
      const { caseId, personId, action } = found;
      refusePerson(found, moderator);
      const { state, appeal, decision } = await retriedTransaction(db, async (trx) => {
        const present = await measures.lock(found, found.before, trx);
        // Undoing an earlier decision, at the same moment, changes what this one sets again.
        const made = (await store.findMade(decisionId, trx)) ?? found;
        if (!(await store.undo(decisionId, moderator, { reason, text }, trx)))
          throw new AppError('DECISION_UNDONE');
        await refuseParty(caseId, moderator, trx);
        const appeal = await store.findAppeal(decisionId, trx);
        if (appeal && made.moderatorId === moderator.id) throw new AppError('ANOTHER_MODERATOR');
        const state = await stateWithout(made, present, trx);
        const before = await measures.set(made, state, trx);
        if (action === 'hide' && made.postId && state.isPostHidden !== undefined)
          await forgetRemoved(made.postId, trx);
        await measures.putPhotosBack(made, made.images as TakenPhoto[], trx);
        if (appeal) await closeCase(appeal.caseId, moderator, trx);
        const why = [reason, text].filter(Boolean).join(': ');
        const target = `${action} ${decisionId}`;
        await audit.add(trx, moderator, {
          action: 'undo',
          caseId,
          personId,
          target,
          before,
          after: state,
          why,
        });
        if (action !== 'dismiss') await addEvent(trx, 'decision.made', { decisionId, event: 'undone' });
        return { state, appeal, decision: await store.findOne(decisionId, trx) };
      });
      await announce(personId, state, [caseId, ...(appeal ? [appeal.caseId] : [])]);
      return decision;
    },
  };
}

export type DecisionsService = ReturnType<typeof decisionsService>;

const fieldsOf = (state: State) => Object.keys(state) as (keyof State)[];

function pick(state: State, fields: readonly (keyof State)[]): State {
  return Object.fromEntries(fields.map((field) => [field, state[field]]));
}

/** Returns whether the field of both decisions is about the same post, comment or person. */
function isOfSame(field: keyof State, one: Made, other: Made): boolean {
  if (field === 'isPostHidden') return one.postId === other.postId;
  if (field === 'isCommentHidden') return one.commentId === other.commentId;
  return true;
}

/**
 * Returns false for a suspension that is not the decision's: an operator may have restored the account or suspended it
 * again.
 */
function isSetBy({ text }: Made, field: keyof State, { suspendedFor }: State): boolean {
  return field !== 'suspendedFor' || suspendedFor === text;
}

function refusePerson(
  { personId, personRole }: Pick<Thing, 'personId' | 'personRole'>,
  moderator: StaffViewer,
): void {
  if (personId === moderator.id) throw new AppError('NOT_YOURSELF');
  if (personRole && moderator.staffRole !== 'administrator') throw new AppError('ADMINISTRATOR_REQUIRED');
}

function refuse(thing: Thing, { action, text, days }: DecisionForm, moderator: StaffViewer): void {
  refusePerson(thing, moderator);
  if (!actionsFor(thing.kind).includes(action)) throw invalidField('action', 'invalid');
  if (action !== 'dismiss' && action !== 'verify' && !text)
    throw invalidField('text', 'decisionTextRequired');
  if (action === 'restrict' && !days) throw invalidField('days', 'invalid');
}

async function refuseParty(caseId: string, moderator: StaffViewer, trx: Transaction): Promise<void> {
  if (await isParty(trx, caseId, moderator.id)) throw new AppError('ANOTHER_MODERATOR');
}

function targetOf({ kind, postId, messageId, commentId, personId }: Thing): string {
  return `${kind} ${postId ?? messageId ?? commentId ?? personId}`;
}
