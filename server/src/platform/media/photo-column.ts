import type { TableName } from '#src/platform/db/personal-table.ts';

/** Describes a column with photos: one address, or a list of images. */
export interface PhotoColumn {
  table: TableName | 'users';
  column: string;
  isList: boolean;
  widths: readonly number[];
}
