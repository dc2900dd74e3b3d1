import { limits } from '@upaj/contract/limits';
import type { PeopleQuery } from '@upaj/contract/people/directory';
import type { ListedPerson } from '@upaj/contract/people/follows';
import * as z from 'zod/mini';
import { cursorParts, cutPage, readCursor } from '#src/platform/http/paging.ts';
import type { DirectoryStore, NamedPerson } from './store.ts';

export interface DirectoryService {
  findPage(
    viewerId: string,
    query: PeopleQuery,
  ): Promise<{ people: ListedPerson[]; nextCursor: string | null }>;
  /** People with all of the words of 3 or more characters in their names: the closest first, of a bounded number. One query. */
  findNamed(viewerId: string, words: readonly string[], limit: number): Promise<NamedPerson[]>;
}

/** Shorter ones are in most names, and no index finds them. */
const minPart = 3;
const cursorShape = z.tuple([cursorParts.id]);

export function directoryService(store: DirectoryStore): DirectoryService {
  return {
    async findPage(viewerId, { cursor, limit = limits.page.size, ...wanted }) {
      const [before] = cursor === undefined ? [] : readCursor(cursor, cursorShape);
      const found = await store.findPeople(viewerId, { ...wanted, before, limit });
      const { rows, nextCursor } = cutPage(found, limit, ({ id }) => [id]);
      return { people: rows.map(({ person }) => person), nextCursor };
    },

    async findNamed(viewerId, words, limit) {
      const parts = words.filter((word) => word.length >= minPart);
      return parts.length > 0 ? store.findNamed(viewerId, parts, limit) : [];
    },
  };
}
