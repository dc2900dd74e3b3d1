import { limits } from '@upaj/contract/limits';
import * as z from 'zod/mini';
import { cursorParts, cutPage, readCursor } from '#src/platform/http/paging.ts';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import type { PeopleStore } from './store.ts';

const shape = z.tuple([cursorParts.id]);

export function peopleRoutes(store: PeopleStore): Route[] {
  return [
    memberRoute('GET /api/v1/people', async ({ query, viewer }) => {
      const { cursor, limit = limits.page.size, ...wanted } = query;
      const [before] = cursor === undefined ? [] : readCursor(cursor, shape);
      const rows = await store.findPeople(viewer.id, { ...wanted, before, limit });
      const { rows: shown, nextCursor } = cutPage(rows, limit, ({ id }) => [id]);
      return { message: 'People', data: shown.map(({ person }) => person), page: { nextCursor } };
    }),
  ];
}
