import type { FastifyBaseLogger } from 'fastify';
import { formerAccountDays } from '@upaj/contract/moderation/former-accounts';
import type { AuditService } from '#src/moderation/audit/service.ts';
import { closeWithoutReports, fileReports } from '#src/moderation/cases/rows.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import { automatic } from '#src/moderation/decisions/rows.ts';
import {
  deleteEvidence,
  deleteEvidenceAbout,
  findCasesOfPerson,
  findCasesOn,
  saveEvidence,
} from '#src/moderation/evidence/rows.ts';
import { addFlags } from '#src/moderation/flags/findings.ts';
import type { Finding } from '#src/moderation/flags/rules.ts';
import type { MeasuresService, State } from '#src/moderation/measures/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Consumer, OutboxService } from '#src/notify/outbox/service.ts';
import type { FormerAccountsService, FormerMatch } from '#src/people/former-accounts/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import * as store from './store.ts';

interface FormerDeps {
  db: Database;
  formerAccounts: FormerAccountsService;
  measures: Pick<MeasuresService, 'lock' | 'set' | 'announce'>;
  cases: Pick<CasesService, 'announce'>;
  audit: Pick<AuditService, 'add'>;
  media: Pick<MediaService, 'showTo' | 'release'>;
  outbox: Pick<OutboxService, 'nudge'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const day = 24 * 60 * 60_000;
const endedAtOnce = 20;

/**
 * A person whom moderators restricted, or whom they are looking at, does not get rid of that by deleting the account
 * and opening another one (decision 51).
 */
export function formerService(deps: FormerDeps) {
  const { db, formerAccounts, measures, cases, audit, media, outbox, log } = deps;

  /** Adds a flag about an account unless the same was found before. @returns the case */
  async function flag(userId: string, finding: Finding, trx: Transaction): Promise<string[]> {
    const flagged = await addFlags(trx, { personId: userId, postId: null }, [finding]);
    return flagged ? [flagged.caseId] : [];
  }

  /** A match that is only claimed is for moderators to judge. The account is not changed. */
  async function flagMatch(userId: string, { formerId, by }: FormerMatch, trx: Transaction) {
    const details = {
      rule: 'former-account',
      by,
      caseId: await store.findLatestCase(formerId, trx),
    } as const;
    return flag(userId, { details, lookedAt: `${formerId} ${by.join(' ')}`, userIds: [formerId] }, trx);
  }

  /**
   * Flags the accounts that claim one Aadhaar number, except one whose document a moderator has checked. Each is flagged
   * for the first other one only, so that strangers cannot open case after case about a person.
   */
  async function flagAadhaar(userId: string, others: readonly string[], trx: Transaction): Promise<string[]> {
    if (others.length === 0) return [];
    const flagged: string[] = [];
    for (const id of await store.filterUnchecked([userId, ...others], trx)) {
      const userIds = id === userId ? others : [userId];
      const details = { rule: 'same-aadhaar', accounts: userIds.length } as const;
      flagged.push(...(await flag(id, { details, lookedAt: '', userIds }, trx)));
    }
    return flagged;
  }

  /** Gives the new account the restriction, the cases and the decisions of the former one. */
  async function continueRecord(
    userId: string,
    { formerId }: FormerMatch,
    trx: Transaction,
  ): Promise<State | undefined> {
    if (!(await formerAccounts.take(formerId, trx))) return undefined;
    const target = { personId: userId, postId: null, commentId: null };
    const earlier = await store.findMeasures(formerId, trx);
    const present = await measures.lock(target, earlier, trx);
    const state: State = {};
    if (earlier.suspendedFor !== undefined && present.suspendedFor === null)
      state.suspendedFor = earlier.suspendedFor;
    if (earlier.restrictedUntil && earlier.restrictedUntil > (present.restrictedUntil ?? ''))
      state.restrictedUntil = earlier.restrictedUntil;
    const before = await measures.set(target, state, trx);
    await closeWithoutReports(trx, await store.moveRecord(formerId, userId, trx));
    await formerAccounts.empty(formerId, trx);
    const by = { id: null, staffRole: automatic };
    const about = { personId: userId, target: `user ${formerId}`, before, after: state };
    await audit.add(trx, by, { action: 'continue', ...about, why: 'the same verified email address' });
    for (const decisionId of await store.findDecisionsInForce(userId, trx))
      await addEvent(trx, 'decision.made', { decisionId, event: 'made' });
    return state;
  }

  const check: Consumer<'account.registered' | 'account.changed'> = async (events, trx) => {
    const flagged: string[] = [];
    const changed: [string, State][] = [];
    for (const { data } of events) {
      const { userId } = data;
      const given = 'sameAadhaar' in data ? (data.sameAadhaar ?? []) : [];
      const { former, sameAadhaar } = await formerAccounts.compare(userId, given, trx);
      for (const match of former) {
        const state = match.isProved ? await continueRecord(userId, match, trx) : undefined;
        if (state) changed.push([userId, state]);
        if (!match.isProved) flagged.push(...(await flagMatch(userId, match, trx)));
      }
      flagged.push(...(await flagAadhaar(userId, sameAadhaar, trx)));
    }
    return () => {
      for (const [userId, state] of changed) measures.announce(userId, state);
      if (changed.length > 0) outbox.nudge();
      cases
        .announce(flagged)
        .catch((error: unknown) => log.warn({ err: error }, 'new cases were not announced'));
    };
  };

  return {
    check,

    /** Returns until when something stays, as far as the person may know: reports are private to their senders. */
    async findRetention(userId: string): Promise<Date | null> {
      const { isKnown } = await db.transaction().execute((trx) => store.findReasons(userId, trx));
      return isKnown ? retainedUntil() : null;
    },

    /**
     * Saves what moderators need of an account that is being deleted. Call it before anything of the account is
     * removed. @returns the photos that stay; undefined when everything of the account goes
     */
    async retain(userId: string, trx: Transaction): Promise<ReadonlySet<string> | undefined> {
      // A problem with a deal is reported without a case, which a job opens within a minute.
      await fileReports(trx);
      const { isKnown, hasCase } = await store.findReasons(userId, trx);
      const until = retainedUntil();
      const photos = await saveEvidence(await findCasesOn({ authorId: userId }, trx), until, trx);
      if (!isKnown && !hasCase) {
        await media.release(await deleteEvidenceAbout(userId, trx), trx);
        return undefined;
      }
      await formerAccounts.add(userId, until, trx);
      photos.push(...(await saveEvidence(await findCasesOfPerson(userId, trx), until, trx)));
      photos.push(...(await store.findTaken(userId, trx)));
      await media.showTo([userId], photos, trx);
      return new Set(photos);
    },

    /**
     * Saves what moderators need of a post that its author deletes, and of the comments on it. The caller has locked
     * the post. @returns the photos that stay
     */
    async retainPost(postId: string, authorId: string, trx: Transaction): Promise<ReadonlySet<string>> {
      const caseIds = await findCasesOn({ postId }, trx);
      const photos = await saveEvidence(caseIds, retainedUntil(), trx);
      await media.showTo([authorId], photos, trx);
      return new Set(photos);
    },

    /** Deletes what was retained, when its time is over. */
    async endOld(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted();
        const ended = await retriedTransaction(db, async (trx) => {
          const over = await formerAccounts.findOver(endedAtOnce, trx);
          for (const userId of over) {
            const { photos, flaggedCases } = await store.deleteRecord(userId, trx);
            await closeWithoutReports(trx, [...new Set(flaggedCases)]);
            await formerAccounts.empty(userId, trx);
            await formerAccounts.take(userId, trx);
            await media.release(photos, trx);
          }
          return over.length;
        });
        if (ended < endedAtOnce) break;
      }
      await retriedTransaction(db, async (trx) => media.release(await deleteEvidence(trx), trx));
    },
  };
}

export type FormerService = ReturnType<typeof formerService>;

function retainedUntil(): Date {
  return new Date(Date.now() + formerAccountDays * day);
}
