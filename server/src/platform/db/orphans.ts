const foreignKeyViolation = '23503';

/** Returns undefined when the statement violates a foreign key. */
export async function unlessOrphaned<T>(statement: Promise<T>): Promise<T | undefined> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return undefined;
    throw error;
  }
}
