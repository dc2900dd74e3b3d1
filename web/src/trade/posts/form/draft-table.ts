import { openTable } from '#lib/table.ts';

export const drafts = openTable('upaj-drafts', 'drafts');
let visit = 0;

/** Returns another number after each log-out. */
export const visitNumber = () => visit;

export async function clearDrafts(): Promise<void> {
  visit += 1;
  await drafts.dropAll();
}
