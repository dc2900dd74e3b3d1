import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test does not run everywhere; one that is skipped without it fails `npm test`. */
    skippedBecause?: string;
  }
}
