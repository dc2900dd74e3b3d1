import { Readable } from 'node:stream';
import { limits } from '@upaj/contract/limits';
import type { AuditRow } from '@upaj/contract/moderation/audit';
import type { Database } from '#src/platform/db/connection.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import { addRow, type Action, type Actor, type AuditStore } from './store.ts';

const exportedAtOnce = 500;
const columns = [
  'at',
  'actor',
  'role',
  'action',
  'person',
  'target',
  'before',
  'after',
  'why',
  'caseId',
] as const;

export function auditService({ store }: { store: AuditStore }) {
  async function* writeCsv(): AsyncIterable<string> {
    yield `${columns.join(',')}\r\n`;
    let cursor: { at: number; id: string } | undefined;
    for (;;) {
      const rows = (await store.findPage(cursor, exportedAtOnce)).slice(0, exportedAtOnce);
      for (const { item } of rows) yield csvLine(item);
      cursor = rows.at(-1);
      if (rows.length < exportedAtOnce) return;
    }
  }

  return {
    /** Records an action, in its transaction if it has one. The operator's command has no actor. */
    add: (executor: Database, actor: Actor | null, action: Action): Promise<void> =>
      addRow(executor, actor, action),

    async findPage(request: PageRequest): Promise<List<AuditRow>> {
      const cursor = request.cursor ? readListCursor(request.cursor) : undefined;
      const limit = request.limit ?? limits.page.size;
      const found = await store.findPage(cursor, limit);
      return listOf(found, limit, cursor?.total ?? (await store.count()));
    },

    /** Streams all rows, the latest first. */
    openCsv: (): Readable => Readable.from(writeCsv()),
  };
}

export type AuditService = ReturnType<typeof auditService>;

function csvLine(row: AuditRow): string {
  return `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`;
}

/**
 * Writes a cell of a CSV file. A text that starts like a formula gets an apostrophe, because a spreadsheet would run
 * it.
 */
function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
