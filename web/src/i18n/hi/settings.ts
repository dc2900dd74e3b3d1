import type { SectionTexts } from '../catalogue.ts';

export const settings: SectionTexts<'settings'> = {
  title: 'सेटिंग',
};
