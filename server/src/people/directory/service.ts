import type { NamedPerson, PeopleStore } from './store.ts';

export interface DirectoryService {
  /** People with all of the words in their names: the closest first, of a bounded number. One query. */
  findNamed(viewerId: string, words: readonly string[], limit: number): Promise<NamedPerson[]>;
}

export function directoryService(store: Pick<PeopleStore, 'findNamed'>): DirectoryService {
  return {
    async findNamed(viewerId, words, limit) {
      const parts = words.filter(Boolean);
      return parts.length > 0 ? store.findNamed(viewerId, parts, limit) : [];
    },
  };
}
