import { limits } from '@upaj/contract/limits';
import * as z from 'zod/mini';
import { invalidField } from '#src/http/errors.ts';
import { answer, memberRoute, type Route } from '#src/http/route.ts';
import type { PeopleStore } from './store.ts';

const cursorSchema = z.uuid();

export function peopleRoutes(store: PeopleStore): Route[] {
  return [
    memberRoute('GET /api/v1/people', async ({ query, viewer }) => {
      const { cursor, limit = limits.page.size, ...wanted } = query;
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const rows = await store.findPeople(viewer.id, { ...wanted, before, limit });
      const page = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? page.at(-1)?.id : null;
      const data = `[${page.map(({ json }) => json).join(',')}]`;
      return answer(200, 'People', data, JSON.stringify({ nextCursor }));
    }),
  ];
}

/** Where a page ended: the id of its last person. */
function readCursor(cursor: string): string {
  if (!z.safeParse(cursorSchema, cursor).success) throw invalidField('cursor', 'invalid');
  return cursor;
}
