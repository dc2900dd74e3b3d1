const foreignKeyViolation = '23503';

/** The answer of a statement whose new row names another; undefined when that other row was deleted meanwhile. */
export async function unlessOrphaned<T>(statement: Promise<T>): Promise<T | undefined> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return undefined;
    throw error;
  }
}
