import * as z from 'zod/mini';
import { limits } from '@upaj/contract/limits';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import type { ListedCase } from '@upaj/contract/moderation/cases';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError } from '#src/platform/http/errors.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { StaffViewer } from '#src/platform/http/route.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import { isParty } from './access.ts';
import { fileReports } from './rows.ts';
import type { CasesStore, Claiming, FoundCase } from './store.ts';

/** In ms: how long a claim lasts. */
export const claimLasts = 15 * 60_000;

interface CasesDeps {
  db: Database;
  store: CasesStore;
  audit: Pick<AuditService, 'add'>;
  realtime: Pick<Realtime, 'publish'>;
}

interface QueueRequest extends PageRequest {
  status?: ListedCase['status'] | undefined;
  kind?: CaseKind | undefined;
}

const openShape = z.tuple([cursorParts.amount, cursorParts.time, cursorParts.id, cursorParts.total]);
const decidedShape = z.tuple([cursorParts.time, cursorParts.id, cursorParts.total]);

export function casesService({ db, store, audit, realtime }: CasesDeps) {
  /** Makes open consoles read the queue and these cases again. */
  async function announce(caseIds: readonly string[]): Promise<void> {
    const userIds = await store.findStaff();
    if (userIds.length > 0)
      for (const caseId of caseIds) realtime.publish({ userIds }, 'caseChanged', { caseId });
  }

  /** Files reports without a case: deals report problems without knowing of cases. */
  async function fileOthers(): Promise<number> {
    if (!(await store.hasReportsWithoutCase())) return 0;
    const caseIds = await retriedTransaction(db, (trx) => fileReports(trx));
    await announce(caseIds);
    return caseIds.length;
  }

  async function findOpen(request: QueueRequest, viewerId: string): Promise<List<ListedCase>> {
    const { cursor, limit = limits.page.size, kind } = request;
    if (!cursor) await fileOthers();
    const [weight, at, id, counted] = cursor ? readCursor(cursor, openShape) : [];
    const after =
      weight === undefined || at === undefined || id === undefined ? undefined : { weight, at, id };
    const found = await store.findOpen({ kind, limit }, after);
    const total = counted ?? (await store.count('open', kind));
    const { rows, nextCursor } = cutPage(found, limit, ({ item, openedAt }) => [
      item.weight,
      openedAt,
      item._id,
      total,
    ]);
    return {
      data: rows.map((row) => listedFor(row, viewerId)),
      page: { nextCursor, total: writeTotal(total) },
    };
  }

  async function findDecided(request: QueueRequest, viewerId: string): Promise<List<ListedCase>> {
    const { cursor, limit = limits.page.size, kind } = request;
    const [at, id, counted] = cursor ? readCursor(cursor, decidedShape) : [];
    const after = at === undefined || id === undefined ? undefined : { at, id };
    const found = await store.findDecided({ kind, limit }, after);
    const total = counted ?? (await store.count('decided', kind));
    const { rows, nextCursor } = cutPage(found, limit, ({ item, decidedAt }) => [decidedAt, item._id, total]);
    return {
      data: rows.map((row) => listedFor(row, viewerId)),
      page: { nextCursor, total: writeTotal(total) },
    };
  }

  return {
    announce,

    findPage: (request: QueueRequest, viewerId: string): Promise<List<ListedCase>> =>
      request.status === 'decided' ? findDecided(request, viewerId) : findOpen(request, viewerId),

    async findOne(caseId: string, viewerId: string): Promise<ListedCase> {
      const found = await store.findOne(caseId);
      if (!found) throw new AppError('CASE_NOT_FOUND');
      return listedFor(found, viewerId);
    },

    async claim(caseId: string, moderator: StaffViewer): Promise<ListedCase> {
      const until = new Date(Date.now() + claimLasts);
      await db.transaction().execute(async (trx) => {
        const claiming = await store.claim(caseId, moderator.id, until, trx);
        if (claiming !== 'claimed') throw new AppError(refusals[claiming]);
        if (await isParty(trx, caseId, moderator.id)) throw new AppError('ANOTHER_MODERATOR');
        await audit.add(trx, moderator, { action: 'claim', caseId, after: { until } });
      });
      await announce([caseId]);
      const found = await store.findOne(caseId);
      if (!found) throw new AppError('CASE_NOT_FOUND');
      return listedFor(found, moderator.id);
    },

    /** Files reports before a moderator opens the queue, which would file them too, so that open consoles see them. */
    async fileReports(): Promise<void> {
      while ((await fileOthers()) > 0);
    },
  };
}

export type CasesService = ReturnType<typeof casesService>;

const refusals = {
  missing: 'CASE_NOT_FOUND',
  decided: 'CASE_DECIDED',
  taken: 'CASE_CLAIMED',
} as const satisfies Record<Exclude<Claiming, 'claimed'>, string>;

function listedFor({ item, claim }: FoundCase, viewerId: string): ListedCase {
  if (!claim) return { ...item, claim };
  const { userId, username, until } = claim;
  return { ...item, claim: { username, isMine: userId === viewerId, until: until.toJSON() } };
}
