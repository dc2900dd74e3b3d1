import type { CommentNotice } from '@upaj/contract/notifications';
import { anyKinds, type Words } from './words.ts';

export const commentWords: Words<CommentNotice> = {
  title: ({ title, isAnswer }, language) =>
    language === 'en'
      ? `${isAnswer ? 'Answer' : 'New comment'}: ${title}`
      : `${isAnswer ? 'जवाब' : 'नई टिप्पणी'}: ${title}`,
  sentence({ title, isAnswer }, language) {
    if (language === 'en')
      return isAnswer
        ? `The seller has written under "${title}", where you commented.`
        : `Somebody has written under your post "${title}".`;
    return isAnswer
      ? `"${title}" के नीचे, जहाँ आपने टिप्पणी की थी, बेचने वाले ने लिखा है।`
      : `किसी ने आपकी पोस्ट "${title}" के नीचे लिखा है।`;
  },
  path: ({ postId }) => `/post/${postId}#comments`,
  several: {
    ...anyKinds,
    en: { ...anyKinds.en, title: (count) => `New comments under ${count} posts` },
    hi: { ...anyKinds.hi, title: (count) => `${count} पोस्ट पर नई टिप्पणियां` },
  },
  en: { action: 'See the comment', reason: 'comments on posts' },
  hi: { action: 'टिप्पणी देखें', reason: 'पोस्ट पर टिप्पणियों' },
};
