import type { Catalogue, Sections } from './catalogue.ts';
import { auth } from './hi/auth.ts';
import { common } from './hi/common.ts';
import { errors } from './hi/errors.ts';
import { feed } from './hi/feed.ts';
import { fields } from './hi/fields.ts';
import { names } from './hi/names.ts';
import { post } from './hi/post.ts';
import { shell } from './hi/shell.ts';

export const hi: Catalogue = { common, shell, names, errors, fields, auth, feed, post };

/** They come with the language, so that they weigh on no reader of the other. */
export const sections: Sections = {
  createPost: async () => (await import('./hi/create-post.ts')).createPost,
  chat: async () => (await import('./hi/chat.ts')).chat,
  register: async () => (await import('./hi/register.ts')).register,
  profile: async () => (await import('./hi/profile.ts')).profile,
  reviews: async () => (await import('./hi/reviews.ts')).reviews,
  comments: async () => (await import('./hi/comments.ts')).comments,
  trust: async () => (await import('./hi/trust.ts')).trust,
  password: async () => (await import('./hi/password.ts')).password,
  social: async () => (await import('./hi/social.ts')).social,
  mandi: async () => (await import('./hi/mandi.ts')).mandi,
  alerts: async () => (await import('./hi/alerts.ts')).alerts,
  notices: async () => (await import('./hi/notices.ts')).notices,
  settings: async () => (await import('./hi/settings.ts')).settings,
  market: async () => (await import('./hi/market.ts')).market,
  schemes: async () => (await import('./hi/schemes.ts')).schemes,
};
