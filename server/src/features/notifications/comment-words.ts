import type { CommentNotice } from '@upaj/contract/notifications';
import { anyKinds, type Words } from './words.ts';

export const commentWords: Words<CommentNotice> = {
  title: ({ title }, language) => (language === 'en' ? `New comment: ${title}` : `नई टिप्पणी: ${title}`),
  sentence: ({ title }, language) =>
    language === 'en'
      ? `Somebody has written under your post "${title}".`
      : `आपकी पोस्ट "${title}" पर किसी ने टिप्पणी लिखी है।`,
  path: ({ postId }) => `/post/${postId}#comments`,
  several: {
    ...anyKinds,
    en: { ...anyKinds.en, title: (count) => `Comments under ${count} of your posts` },
    hi: { ...anyKinds.hi, title: (count) => `आपकी ${count} पोस्ट पर टिप्पणियां` },
  },
  en: { action: 'See the comment', reason: 'your posts' },
  hi: { action: 'टिप्पणी देखें', reason: 'आपकी पोस्ट' },
};
