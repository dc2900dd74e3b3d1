import { sql, type Expression } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Language } from '@upaj/contract/texts';
import type { TradeNotifications } from '@upaj/contract/trade/notifications';
import { describeQuery } from '@upaj/contract/trade/saved-query';
import {
  asSentence,
  dataId,
  groupData,
  isOfGroup,
  merged,
  peopleOf,
  type NotificationKinds,
  type OfNotification,
} from '#src/notify/notifications.ts';
import { canMeet } from '#src/people/access.ts';
import { cropNameIn, placeNameIn } from '#src/platform/formats.ts';
import { textsIn } from '#src/platform/texts.ts';
import { canSeePost } from '#src/trade/access.ts';

const recipient = sql.ref('notification.user_id');

/** Takes the column's value from the newest of the aggregated rows. */
const latest = <T>(column: string, by: string) =>
  sql<T>`(array_agg(${sql.ref(column)} order by ${sql.ref(by)} desc))[1]`;

function likers(eb: OfNotification) {
  return eb
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.user_id')
    .select(['users.full_name', 'users.username', 'likes.created_at as at'])
    .whereRef('likes.post_id', '=', 'notification.post_id')
    .whereRef('likes.user_id', '<>', 'notification.user_id')
    .where((of) => isOfGroup(eb, of.ref('likes.created_at')))
    .where(canMeet(recipient));
}

const shownComment = (eb: OfNotification) =>
  eb
    .selectFrom('comments')
    .whereRef('comments.id', '=', 'notification.comment_id')
    .where('comments.removed_at', 'is', null);

const beginning = sql<string>`(
  select case when length(line) > 100 then left(line, 99) || '…' else line end
  from (select regexp_replace(comments.text, '\\s+', ' ', 'g') as line) lines)`;

/**
 * Reads a comment by aggregates, which always return a row. Its fields are null for a comment that the user may not
 * see.
 */
function commentData(eb: OfNotification): Expression<unknown> {
  return shownComment(eb)
    .innerJoin('users', 'users.id', 'comments.author_id')
    .where(canMeet(recipient))
    .select((of) =>
      jsonBuildObject({
        postId: of.ref('notification.post_id'),
        commentId: of.ref('notification.comment_id'),
        name: of.fn.max('users.full_name'),
        text: of.fn.max(beginning),
      }).as('comment'),
    );
}

const storedIds = sql<string>`any(array(select jsonb_array_elements_text(notification.data -> 'ids'))::uuid[])`;

const wantedByMerchants = (eb: OfNotification) =>
  eb
    .selectFrom('wanted_posts')
    .innerJoin('users', 'users.id', 'wanted_posts.author_id')
    .where('wanted_posts.id', '=', storedIds)
    .where(canMeet(recipient));

const ownWanted = (eb: OfNotification) =>
  eb.selectFrom('wanted_posts').where('wanted_posts.id', '=', dataId('wantedId'));

const matchingPosts = (eb: OfNotification) =>
  eb.selectFrom('posts').where('posts.id', '=', storedIds).where(canSeePost(recipient));

export const tradeNotifications: NotificationKinds<TradeNotifications> = {
  like: {
    isGroup: true,
    isShown: (eb) => eb.exists(likers(eb)),
    data: (eb) =>
      merged(
        groupData(eb, likers(eb)),
        eb
          .selectFrom('posts')
          .select((of) =>
            jsonBuildObject({ postId: of.ref('posts.id'), title: of.ref('posts.title') }).as('post'),
          )
          .whereRef('posts.id', '=', 'notification.post_id'),
      ),
    title: ({ title }, language) => textsIn(language, 'push-and-email')('title.like', { title }),
    sentence(like, language) {
      const values = { people: peopleOf(like, language), title: like.title };
      return asSentence(textsIn(language, 'notifications')('liked', values), language);
    },
  },

  comment: {
    isShown: (eb) => eb.exists(shownComment(eb).select('comments.id')),
    data: commentData,
    title: ({ isAnswer, title }, language) =>
      textsIn(language, 'push-and-email')(isAnswer ? 'title.answer' : 'title.comment', { title }),
    sentence: ({ isAnswer, title, name, text }, language) =>
      name && text
        ? `${name}: ${text}`
        : textsIn(language, 'push-and-email')(isAnswer ? 'answer' : 'comment', { title }),
    several: {
      title: (count, language) => textsIn(language, 'push-and-email')('several.comment', { count }),
    },
  },

  'saved-search': {
    title: (found, language) =>
      textsIn(language, 'push-and-email')('title.saved-search', searchOf(found, language)),
    sentence: (found, language) => textsIn(language, 'push-and-email')('found', searchOf(found, language)),
  },

  wanted: {
    hidden: ['ids'],
    isShown: (eb) => eb.exists(wantedByMerchants(eb).select('wanted_posts.id')),
    data: (eb) =>
      wantedByMerchants(eb).select((of) =>
        jsonBuildObject({
          count: of.fn.count('users.id').distinct(),
          crops: of.fn.count('wanted_posts.crop_key').distinct(),
          name: latest('users.full_name', 'wanted_posts.id'),
          username: latest('users.username', 'wanted_posts.id'),
          wantedId: latest('wanted_posts.id', 'wanted_posts.id'),
          cropType: latest('wanted_posts.crop_type', 'wanted_posts.id'),
        }).as('wanted'),
      ),
    title: ({ cropType }, language) =>
      textsIn(language, 'push-and-email')('title.wanted', { crop: cropNameIn(language)(cropType) }),
    sentence({ count, crops, name, cropType }, language) {
      const t = textsIn(language, 'notifications');
      const values = { count, name: name ?? t('someone'), crop: cropNameIn(language)(cropType) };
      return asSentence(t(crops > 1 ? 'wantedMore' : 'wanted', values), language);
    },
  },

  'wanted-match': {
    hidden: ['ids'],
    isShown: (eb) =>
      eb.and([
        eb.exists(ownWanted(eb).select('wanted_posts.id')),
        eb.exists(matchingPosts(eb).select('posts.id')),
      ]),
    data: (eb) =>
      matchingPosts(eb).select((of) =>
        jsonBuildObject({
          count: of.fn.countAll(),
          postId: latest('posts.id', 'posts.id'),
          title: latest('posts.title', 'posts.id'),
          cropType: ownWanted(eb).select('wanted_posts.crop_type'),
        }).as('match'),
      ),
    title({ count, cropType }, language) {
      const crop = cropNameIn(language)(cropType);
      return textsIn(language, 'push-and-email')('title.wanted-match', { count, crop });
    },
    sentence({ count, title, cropType }, language) {
      const values = { count, title, crop: cropNameIn(language)(cropType) };
      return asSentence(textsIn(language, 'notifications')('wantedMatch', values), language);
    },
  },
};

function searchOf({ query, count }: TradeNotifications['saved-search'], language: Language) {
  const t = textsIn(language, 'notifications');
  const tNames = textsIn(language, 'names');
  const search = describeQuery(query, {
    crop: cropNameIn(language),
    place: placeNameIn(language),
    category: (category) => tNames(`category.${category}`),
    price: (range) => t(`priceTexts.${range}`),
    organic: t('organic'),
    within: (values) => t('within', values),
  });
  return { count, search };
}
