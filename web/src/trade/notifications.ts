import type { TradeNotifications } from '@upaj/contract/trade/notifications';
import HandCoins from 'lucide-react/icons/hand-coins';
import Heart from 'lucide-react/icons/heart';
import MessageSquare from 'lucide-react/icons/message-square';
import Search from 'lucide-react/icons/search';
import Wheat from 'lucide-react/icons/wheat';
import { getT } from '#i18n/locale.ts';
import { queryText } from '#i18n/query-text.ts';
import { alone, peopleOf, type NotificationViews } from '#notify/notifications/views.ts';
import { commentsKey } from '#trade/live.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import { wantedKeys } from '#trade/wanted/api.ts';

export const tradeNotifications: NotificationViews<TradeNotifications> = {
  like: {
    icon: () => Heart,
    texts: (like) => alone(getT('notifications')('liked', { people: peopleOf(like), title: like.title })),
    staleKeys: ({ postId }) => [postKeys.one(postId)],
  },

  comment: {
    icon: () => MessageSquare,
    texts({ title, isAnswer, name, text }) {
      const headline = getT('notifications')(isAnswer ? 'answer' : 'comment', { title });
      if (!name || !text) return alone(headline);
      const reason = `${name}: ${text}`;
      return { headline, reason, arrived: `${headline}. ${reason}` };
    },
    staleKeys: ({ postId }) => [[...commentsKey, postId], postKeys.one(postId)],
  },

  'saved-search': {
    icon: () => Search,
    texts: ({ count, query }, names) =>
      alone(getT('notifications')('found', { count, search: queryText(query, names) })),
    staleKeys: () => [postKeys.feeds],
  },

  wanted: {
    icon: () => HandCoins,
    texts({ crops, count, name, cropType }, names) {
      const t = getT('notifications');
      const values = { count, name: name ?? t('someone'), crop: names.crop(cropType) };
      return alone(t(crops > 1 ? 'wantedMore' : 'wanted', values));
    },
    staleKeys: () => [wantedKeys.all],
  },

  'wanted-match': {
    icon: () => Wheat,
    texts: ({ count, title, cropType }, names) =>
      alone(getT('notifications')('wantedMatch', { count, title, crop: names.crop(cropType) })),
    staleKeys: () => [postKeys.lists],
  },
};
