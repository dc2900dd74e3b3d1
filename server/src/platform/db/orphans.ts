const foreignKeyViolation = '23503';

/** The statement's result; undefined when it violates a foreign key because the referenced row was deleted. */
export async function unlessOrphaned<T>(statement: Promise<T>): Promise<T | undefined> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return undefined;
    throw error;
  }
}
