const foreignKeyViolation = '23503';

/**
 * What people write refers to `users.member_id`: their account was deleted after the session of the call was checked.
 */
export function isWrittenByNoMember(error: unknown): boolean {
  const { code, detail = '' } = error as { code?: string; detail?: string };
  return code === foreignKeyViolation && detail.endsWith('is not present in table "users".');
}

/** Returns undefined when the statement violates a foreign key. */
export async function unlessOrphaned<T>(statement: Promise<T>): Promise<T | undefined> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return undefined;
    throw error;
  }
}
