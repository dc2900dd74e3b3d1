import type { Sections } from '../catalogue.ts';

export const sections: Sections = {
  profile: async () => (await import('./profile.ts')).profile,
  settings: async () => (await import('./settings.ts')).settings,
};
