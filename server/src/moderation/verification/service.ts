import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { verificationWidths } from '@upaj/contract/limits';
import type { OwnVerification, VerificationForm } from '@upaj/contract/moderation/verification';
import { verificationLimits } from '@upaj/contract/moderation/verification-limits';
import type { PersonCheck } from '@upaj/contract/people/checks';
import type { AuditService } from '#src/moderation/audit/service.ts';
import { hasClaim } from '#src/moderation/cases/access.ts';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { State } from '#src/moderation/measures/service.ts';
import { lockActivePerson } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import type { Drive } from '#src/platform/media/drive.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { VerificationStore } from './store.ts';

interface VerificationDeps {
  db: Database;
  store: VerificationStore;
  cases: Pick<CasesService, 'announce'>;
  audit: Pick<AuditService, 'add'>;
  media: Pick<MediaService, 'save' | 'showTo' | 'discard'>;
  drive: Pick<Drive, 'open'>;
}

const day = 24 * 60 * 60_000;
const month = 30 * day;
const { aMonth, days } = verificationLimits;
const lapsesAfter = days * day;
const lapsedAtOnce = 100;

/** A request weighs as much as the report of a settled account. All weigh the same, so that the oldest comes first. */
const weight = 1;

export function verificationService({ db, store, cases, audit, media, drive }: VerificationDeps) {
  /** Deletes a request with its photo. */
  async function remove(caseId: string, trx: Transaction): Promise<void> {
    await media.discard(await store.remove(caseId, trx), trx);
  }

  /**
   * Closes the case of a request and deletes the request. Locks the person before the case, as decisions do, to avoid
   * deadlocks.
   */
  async function endWithoutDecision(request: { caseId: string; userId: string }): Promise<boolean> {
    const { caseId, userId } = request;
    const isEnded = await retriedTransaction(db, async (trx) => {
      await lockActivePerson(trx, userId);
      const isClosed = await store.closeCase(caseId, trx);
      // A process of the earlier release may have decided the case without deleting the request.
      await remove(caseId, trx);
      return isClosed;
    });
    if (isEnded) await cases.announce([caseId]);
    return isEnded;
  }

  async function assertMayAsk(userId: string, trx: Transaction): Promise<void> {
    const asked = await store.countSince(userId, new Date(Date.now() - month), trx);
    if (asked >= aMonth || (await store.findOpen(userId, trx))) throw new AppError('TOO_MANY_VERIFICATIONS');
  }

  return {
    remove,

    async findOwn(userId: string): Promise<OwnVerification> {
      const [person, open, asked] = await Promise.all([
        store.findPerson(userId),
        store.findOpen(userId),
        store.countSince(userId, new Date(Date.now() - month)),
      ]);
      if (!person) throw new AppError('NOT_LOGGED_IN');
      return {
        ...person,
        open: open
          ? {
              check: open.check,
              askedAt: open.createdAt.toJSON(),
              lapsesAt: new Date(open.createdAt.getTime() + lapsesAfter).toJSON(),
            }
          : null,
        left: Math.max(0, aMonth - asked),
      };
    },

    async ask(userId: string, form: VerificationForm, path: string): Promise<void> {
      // The photo of a request that will be refused is not decoded.
      await db.transaction().execute((trx) => assertMayAsk(userId, trx));
      const source = { field: 'photo', inputs: [path], widths: verificationWidths, owner: userId };
      const caseId = await media.save(source, ([photo], claim) =>
        retriedTransaction(db, async (trx) => {
          if (!(await lockActivePerson(trx, userId))) throw new AppError('NOT_LOGGED_IN');
          await assertMayAsk(userId, trx);
          const url = photo?.url ?? '';
          const { check, gstNumber = null } = form;
          const number = check === 'gst' ? gstNumber : null;
          const added = await store.add({ userId, check, gstNumber: number, photo: url, weight }, trx);
          await media.showTo([userId], [url], trx);
          await claim(trx);
          return added;
        }),
      );
      await cases.announce([caseId]);
    },

    async withdraw(userId: string): Promise<void> {
      const open = await store.findOpen(userId);
      if (open) await endWithoutDecision(open);
    },

    /** Ends requests that waited too long. */
    async lapse(signal: AbortSignal): Promise<void> {
      for (;;) {
        const old = await store.findOlder(new Date(Date.now() - lapsesAfter), lapsedAtOnce);
        for (const request of old) {
          signal.throwIfAborted();
          await endWithoutDecision(request);
        }
        if (old.length < lapsedAtOnce) return;
      }
    },

    /** Shows the request of an open case to the moderator who works on it. Each look is recorded. */
    async show(
      caseId: string,
      personId: string,
      moderator: StaffViewer,
    ): Promise<{ check: PersonCheck; gstNumber: string | null } | null> {
      const request = await store.findOfCase(caseId);
      if (!request) return null;
      await audit.add(db, moderator, { action: 'look', caseId, personId, target: 'verification' });
      return { check: request.check, gstNumber: request.gstNumber };
    },

    async openPhoto(caseId: string, moderator: StaffViewer): Promise<Readable> {
      const request = await store.findOfCase(caseId);
      if (!request?.photo || !(await hasClaim(db, caseId, moderator.id))) throw new AppError('NOT_FOUND');
      const { userId: personId } = request;
      await audit.add(db, moderator, { action: 'look', caseId, personId, target: 'verification photo' });
      const photo = await drive.open(basename(request.photo));
      if (!photo) throw new AppError('NOT_FOUND');
      return photo;
    },

    /**
     * Adds a check to those that the badge names. Without `checked` it is the one that the person's request names. A
     * request does not prove what was checked before the person changed.
     */
    async stateOfVerified(
      caseId: string,
      personId: string,
      checked: PersonCheck | undefined,
    ): Promise<State> {
      const [person, request] = await Promise.all([store.findPerson(personId), store.findOfCase(caseId)]);
      const added = checked ?? request?.check;
      const earlier = request && person?.badgeReview ? [] : (person?.verifiedFor ?? []);
      const verifiedFor = new Set([...earlier, ...(added ? [added] : [])]);
      return { isVerified: true, verifiedFor: [...verifiedFor] };
    },
  };
}

export type VerificationService = ReturnType<typeof verificationService>;
