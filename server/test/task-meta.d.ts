import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. `npm test` fails when a test is skipped without a reason. */
    skippedBecause?: string;
  }
}
