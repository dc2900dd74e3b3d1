import type { FollowNotice, LikeNotice, ReviewNotice } from '@upaj/contract/notify/notifications';
import { anyKinds, type Language, type Words } from './words.ts';

interface Group {
  name: string | null;
  count: number;
}

/** A group is counted up to 100. */
const othersOf = ({ count }: Group) => (count >= 100 ? '99+' : String(count - 1));

function namesOf(group: Group): string {
  const name = group.name ?? 'Someone';
  if (group.count <= 1) return name;
  return `${name} and ${othersOf(group)} ${group.count === 2 ? 'other' : 'others'}`;
}

function namesInHindi(group: Group): string {
  if (group.count <= 1) return `${group.name ?? 'किसी'} ने`;
  // 'किसी और' would mean 'somebody else'.
  if (group.name === null) return `${group.count >= 100 ? '99+' : group.count} लोगों ने`;
  return `${group.name} और ${othersOf(group)} अन्य ${group.count === 2 ? 'व्यक्ति' : 'लोगों'} ने`;
}

export const likeWords: Words<LikeNotice> = {
  title: ({ title }, language) => (language === 'en' ? `New likes: ${title}` : `नए लाइक: ${title}`),
  sentence: ({ title, ...group }, language) =>
    language === 'en'
      ? `${namesOf(group)} liked your post “${title}”.`
      : `${namesInHindi(group)} आपकी पोस्ट "${title}" लाइक की है।`,
  path: ({ postId }) => `/post/${postId}`,
  several: anyKinds,
  en: { action: 'View post', reason: 'likes on your posts' },
  hi: { action: 'पोस्ट देखें', reason: 'आपकी पोस्ट के लाइक' },
};

export const followWords: Words<FollowNotice> = {
  title: ({ count }, language) => {
    if (language === 'en') return count > 1 ? 'New followers' : 'New follower';
    return count > 1 ? 'नए फॉलोअर' : 'नया फॉलोअर';
  },
  sentence: (group, language) =>
    language === 'en' ? `${namesOf(group)} followed you.` : `${namesInHindi(group)} आपको फॉलो किया है।`,
  path: ({ count, username, owner }) =>
    count === 1 && username
      ? `/user/${encodeURIComponent(username)}`
      : `/user/${encodeURIComponent(owner)}/followers`,
  several: anyKinds,
  en: { action: 'View followers', reason: 'new followers' },
  hi: { action: 'देखें किसने फॉलो किया', reason: 'नए फॉलोअर' },
};

export const reviewWords: Words<ReviewNotice> = {
  title: (_, language) => (language === 'en' ? 'New review' : 'नया रिव्यू'),
  sentence: (review, language) => reviewSentences[language](review),
  path: () => '/Profile?tab=reviews',
  several: anyKinds,
  en: { action: 'View review', reason: 'reviews about you' },
  hi: { action: 'रिव्यू देखें', reason: 'आपको मिले रिव्यू' },
};

const reviewSentences: Record<Language, (review: ReviewNotice) => string> = {
  en: ({ name, rating }) =>
    rating
      ? `${name ?? 'Someone'} reviewed you: ${rating} out of 5 stars.`
      : `${name ?? 'Someone'} reviewed you.`,
  hi: ({ name, rating }) =>
    rating
      ? `${name ?? 'किसी'} ने आपको रिव्यू दिया: 5 सितारों में से ${rating}।`
      : `${name ?? 'किसी'} ने आपको रिव्यू दिया है।`,
};
