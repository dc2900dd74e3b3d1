/**
 * Texts that one screen alone shows, in a chunk of their own by language, so that they weigh on no other screen. As
 * with the catalogue, English is the type.
 */
export const sections = {
  createPost: async () => (await import('./create-post.ts')).createPost,
  chat: async () => (await import('./chat.ts')).chat,
  register: async () => (await import('./register.ts')).register,
  profile: async () => (await import('./profile.ts')).profile,
  reviews: async () => (await import('./reviews.ts')).reviews,
  comments: async () => (await import('./comments.ts')).comments,
  trust: async () => (await import('./trust.ts')).trust,
  password: async () => (await import('./password.ts')).password,
  social: async () => (await import('./social.ts')).social,
  mandi: async () => (await import('./mandi.ts')).mandi,
  alerts: async () => (await import('./alerts.ts')).alerts,
  notices: async () => (await import('./notices.ts')).notices,
  settings: async () => (await import('./settings.ts')).settings,
  market: async () => (await import('./market.ts')).market,
  schemes: async () => (await import('./schemes.ts')).schemes,
};
