import { photoWidths } from '@upaj/contract/limits';
import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';
import { deleteWhen } from '#src/platform/db/retention.ts';
import { dateBefore, daysAgo } from '#src/platform/db/times.ts';
import type { PhotoColumn } from '#src/platform/media/photo-column.ts';

export const tradeTables = {
  comments: { people: { author_id: erased('their comments') } },
  likes: { people: { user_id: erased('their likes') } },
  post_counts: { people: {}, why: 'counters of a post; deleted with the post' },
  post_photos: { people: {}, why: 'how the photos of posts look, as hashes; deleted with the post' },
  post_view_days: { people: {}, why: 'how many viewed a post on a day, without who; deleted with the post' },
  post_views: {
    people: { viewer_id: erased('posts they viewed in the last three days; the count of views stays') },
  },
  post_words: { people: {}, why: 'words to search posts by; deleted with the post' },
  posts: { people: { author_id: erased('their posts, with the images') } },
  saved_posts: { people: { user_id: erased('posts they saved') } },
  saved_search_matches: { people: {}, why: 'new posts to notify of; deleted with the search' },
  saved_searches: { people: { user_id: erased('their saved searches') } },
  wanted_posts: { people: { author_id: erased('what they want to buy') } },
  search_words: { people: {}, why: 'words without authors; those without posts are deleted every night' },
} satisfies Partial<PersonalTables<TableName>>;

export const tradePhotos = [
  { table: 'posts', column: 'images', isList: true, widths: photoWidths },
] satisfies PhotoColumn[];

export const tradeRetention = [
  deleteWhen('saved_search_matches', (match) => match('matched_at', '<', daysAgo(7)), 'their event failed'),
  deleteWhen('wanted_posts', (post) => post('end_date', '<', dateBefore(90)), 'ended long ago'),
  deleteWhen('post_view_days', (view) => view('day', '<', dateBefore(31)), 'sellers see the last 30 days'),
];
