import type { NamedPerson, PeopleStore } from './store.ts';

export interface DirectoryService {
  /** People with all of the words of 3 or more characters in their names: the closest first, of a bounded number. One query. */
  findNamed(viewerId: string, words: readonly string[], limit: number): Promise<NamedPerson[]>;
}

/** Shorter ones are in most names, and no index finds them. */
const minPart = 3;

export function directoryService(store: Pick<PeopleStore, 'findNamed'>): DirectoryService {
  return {
    async findNamed(viewerId, words, limit) {
      const parts = words.filter((word) => word.length >= minPart);
      return parts.length > 0 ? store.findNamed(viewerId, parts, limit) : [];
    },
  };
}
