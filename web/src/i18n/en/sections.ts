/**
 * Texts that one screen alone shows, in a chunk of their own by language, so that they weigh on no other screen. As
 * with the catalogue, English is the type.
 */
export const sections = {
  chat: async () => (await import('./chat.ts')).chat,
  profile: async () => (await import('./profile.ts')).profile,
  settings: async () => (await import('./settings.ts')).settings,
};
