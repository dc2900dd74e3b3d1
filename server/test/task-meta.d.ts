import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** A test that is skipped without it fails `npm test`. */
    skippedBecause?: string;
  }
}
