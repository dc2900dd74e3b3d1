import type { CommentNotice } from '@upaj/contract/notify/notifications';
import { anyKinds, type Words } from './words.ts';

export const commentWords: Words<CommentNotice> = {
  title: ({ title, isAnswer }, language) =>
    language === 'en'
      ? `${isAnswer ? 'Seller replied' : 'New comment'}: ${title}`
      : `${isAnswer ? 'जवाब' : 'नया कमेंट'}: ${title}`,
  sentence({ title, isAnswer, name, text }, language) {
    if (name && text) return `${name}: ${text}`;
    if (language === 'en')
      return isAnswer
        ? `The seller replied on “${title}”, where you commented.`
        : `New comment on your post “${title}”.`;
    return isAnswer
      ? `"${title}" पर आपने कमेंट किया था, वहां बेचने वाले ने जवाब दिया है।`
      : `आपकी पोस्ट "${title}" पर नया कमेंट आया है।`;
  },
  path: ({ postId }) => `/post/${postId}#comments`,
  several: {
    ...anyKinds,
    en: { ...anyKinds.en, title: (count) => `New comments on ${count} posts` },
    hi: { ...anyKinds.hi, title: (count) => `${count} पोस्ट पर नए कमेंट` },
  },
  en: { action: 'View comment', reason: 'comments on posts' },
  hi: { action: 'कमेंट देखें', reason: 'पोस्ट पर कमेंट' },
};
