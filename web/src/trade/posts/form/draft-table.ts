import { openTable } from '#lib/table.ts';

export const drafts = openTable('upaj-drafts', 'drafts');
let visit = 0;

/** Returns another number after drafts were deleted. */
export const visitNumber = () => visit;

/** Deletes the drafts of this user, or of all. */
export async function clearDrafts(userId?: string): Promise<void> {
  visit += 1;
  await drafts.dropAll(userId && `${userId}/`);
}
