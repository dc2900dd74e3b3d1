import type { Sections } from '../catalogue.ts';

export const sections: Sections = {
  chat: async () => (await import('./chat.ts')).chat,
  profile: async () => (await import('./profile.ts')).profile,
  settings: async () => (await import('./settings.ts')).settings,
};
