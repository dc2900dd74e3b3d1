import { beforeAll } from 'vitest';

// Waiting ends when the thing appears; the limit is for a machine with other work.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
});
