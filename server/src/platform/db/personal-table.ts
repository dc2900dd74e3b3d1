import type { DB } from './schema.ts';

/** Which rows are about a user, and what export and deletion do with them. */

export interface Reference {
  isExported: boolean;
  /** Rows are deleted, retained, or retained with these columns emptied. */
  onDeletion: 'erased' | 'retained' | { emptied: Readonly<Record<string, '' | '[]'>> };
  why: string;
}

export interface PersonalTable {
  people: Readonly<Record<string, Reference>>;
  /** Columns left out of the export. */
  secrets?: readonly string[];
  /** Exported with a row of this table, which the column refers to. */
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
  job_runs: { people: {}, why: 'when jobs last ran' },
  restricted_media: {
    people: {},
    why: 'images of messages and hidden posts; deleted with the image',
  },
  unclaimed_media: { people: {}, why: 'random names of images to delete' },
} satisfies Partial<PersonalTables<TableName>>;
