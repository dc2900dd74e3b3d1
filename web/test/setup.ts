import type { Section } from '@upaj/contract/texts';
import { beforeAll } from 'vitest';

// Queries of the testing library wait for up to a minute, because the machine may be busy.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
  // All texts are loaded at once: web/build/screen-texts.ts proves that screens load their own.
  const { sections } = await import('virtual:texts/en');
  const { loadTexts } = await import('#i18n/locale.ts');
  await Promise.all(Object.keys(sections).map((section) => loadTexts(section as Section)));
});
