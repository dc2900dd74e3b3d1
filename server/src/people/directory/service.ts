import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import type { PeopleQuery } from '@upaj/contract/people/directory';
import type { Suggestions } from '@upaj/contract/trade/search';
import * as z from 'zod/mini';
import { cursorParts, cutPage, readCursor } from '#src/platform/http/paging.ts';
import type { DirectoryStore } from './store.ts';

/** Words shorter than this are not searched for: they are in most names, and no index finds them. */
const minPart = 3;
const cursorShape = z.tuple([cursorParts.id]);

export function directoryService({ store }: { store: DirectoryStore }) {
  return {
    async findPage(viewerId: string, { cursor, limit = limits.page.size, ...wanted }: PeopleQuery) {
      const [before] = cursor === undefined ? [] : readCursor(cursor, cursorShape);
      const found = await store.findPeople(viewerId, { ...wanted, before, limit });
      const { rows, nextCursor } = cutPage(found, limit, ({ id }) => [id]);
      return { people: rows.map(({ person }) => person), nextCursor };
    },

    /**
     * Finds people whose full name or username contains each of the words, without words of fewer than 3 characters.
     * Full names that begin with the words come first, then verified people, then those with the most posts.
     */
    async findNamed(
      viewerId: string,
      words: readonly string[],
      limit: number,
    ): Promise<Suggestions['people']> {
      const parts = words.map(foldText).filter((word) => word.length >= minPart);
      return parts.length > 0 ? store.findNamed(viewerId, parts, limit) : [];
    },
  };
}

export type DirectoryService = ReturnType<typeof directoryService>;
