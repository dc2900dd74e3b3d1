import type { DB } from './schema.ts';

/** Describes a column that refers to a user, and what export and deletion do with its rows. */
export interface Reference {
  isExported: boolean;
  /**
   * What happens to the rows when the user is deleted: they are deleted, retained, or retained with these columns
   * emptied.
   */
  onDeletion: 'erased' | 'retained' | { emptied: Readonly<Record<string, '' | '[]'>> };
  /** The rows of an account that moderators had to do with are deleted later (decision 51). */
  isRetained?: true;
  why: string;
}

export interface PersonalTable {
  people: Readonly<Record<string, Reference>>;
  /** Columns that are not exported. */
  secrets?: readonly string[];
  /** The table and column whose row these rows are exported with. */
  through?: { table: TableName; column: string; exceptKind?: string };
  why?: string;
}

export type TableName = Exclude<keyof DB, 'users'>;
export type PersonalTables<Names extends TableName> = Readonly<Record<Names, PersonalTable>>;

export const erased = (why: string, isExported = true): Reference => ({
  isExported,
  onDeletion: 'erased',
  why,
});
export const retained = (why: string): Reference => ({ isExported: true, onDeletion: 'retained', why });

export const platformTables = {
  backup_results: { people: {}, why: 'how the last backups ended' },
  job_runs: { people: {}, why: 'when jobs last ran' },
  restricted_media: {
    people: {},
    why: 'images that not everyone may see; deleted with the image',
  },
  unfinished_backfills: { people: {}, why: 'where a job that runs once through a table goes on' },
  unfinished_cleanups: { people: {}, why: 'where the nightly clean-up goes on' },
  unclaimed_media: { people: {}, why: 'random names of images to delete' },
} satisfies Partial<PersonalTables<TableName>>;
