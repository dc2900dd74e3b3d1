import type { DB } from '#src/platform/db/schema.ts';

/**
 * The register of personal data: every table and column about a person, whether the export contains it, and what
 * deletion does with it. Export and deletion work from this file; a test compares it with the migrated schema, so a new
 * column must be added here.
 */

export interface Reference {
  isExported: boolean;
  /** Rows are deleted, retained, or retained with these columns emptied. */
  onDeletion: 'erased' | 'retained' | { emptied: Readonly<Record<string, '' | '[]'>> };
  why: string;
}

export interface PersonalTable {
  people: Readonly<Record<string, Reference>>;
  secrets?: readonly string[];
  /** Rows are found by their conversation: no index leads from a receiver to messages. */
  isByConversation?: true;
  why?: string;
}

export type TableName = Exclude<keyof DB, 'users'>;

const erased = (why: string, isExported = true): Reference => ({ isExported, onDeletion: 'erased', why });
const retained = (why: string): Reference => ({ isExported: true, onDeletion: 'retained', why });

export const personalTables: Readonly<Record<TableName, PersonalTable>> = {
  accounts: {
    people: { user_id: erased('how they log in') },
    secrets: ['password', 'access_token', 'refresh_token', 'id_token'],
  },
  blocks: {
    people: {
      blocker_id: erased('whom they have blocked'),
      blocked_id: erased('who has blocked them is for that person to know', false),
    },
  },
  comments: { people: { author_id: erased('what they have asked and said under posts') } },
  contact_reveals: {
    people: {
      viewer_id: erased('whose contact details they have seen'),
      person_id: erased('who has seen theirs'),
    },
  },
  conversations: {
    people: { low_id: retained('a chat belongs to both'), high_id: retained('a chat belongs to both') },
  },
  follows: {
    people: { follower_id: erased('whom they follow'), followed_id: erased('who follows them') },
  },
  job_runs: { people: {}, why: 'how the work that is due by the clock does' },
  likes: { people: { user_id: erased('what they like') } },
  messages: {
    people: {
      sender_id: {
        isExported: true,
        onDeletion: { emptied: { images: '[]' } },
        why: 'a chat belongs to both: the words stay, as from a deleted account; their photographs go',
      },
      receiver_id: retained('a chat belongs to both'),
    },
    isByConversation: true,
  },
  news_items: { people: {}, why: 'what others have published' },
  notice_mails: { people: {}, why: 'which notice waits to be mailed; they go with the notice' },
  notifications: { people: { user_id: erased('what they were told') } },
  post_views: { people: { viewer_id: erased('what they have looked at; the count of views stays') } },
  post_words: { people: {}, why: 'the words that a post is found by; they go with the post' },
  posts: { people: { author_id: erased('what they sell, with its pictures') } },
  price_alerts: { people: { user_id: erased('which prices they wait for') } },
  push_subscriptions: {
    people: { user_id: erased('the browsers they let us push to') },
    secrets: ['endpoint', 'p256dh', 'auth'],
  },
  pushes: { people: {}, why: 'which notice waits for which browser; they go with either' },
  rate_series: { people: {}, why: 'prices of mandis' },
  rates: { people: {}, why: 'prices of mandis' },
  rates_version: { people: {}, why: 'how often prices of mandis changed' },
  reports: {
    people: {
      reporter_id: {
        isExported: true,
        onDeletion: { emptied: { details: '' } },
        why: 'what they have reported; that it was reported still counts',
      },
      user_id: erased('what others have reported of them is between those and Upaj', false),
    },
  },
  restricted_media: {
    people: {},
    why: 'which pictures belong to a message or a hidden post; they go with the picture',
  },
  reviews: {
    people: {
      reviewer_id: {
        isExported: true,
        onDeletion: { emptied: { comment: '' } },
        why: 'what they have said of others; the stars stay, or ratings would change when people leave',
      },
      person_id: erased('what others have said of them'),
    },
  },
  search_words: {
    people: {},
    why: 'words, not whose; those that no post has any more go with the next night',
  },
  sessions: { people: { user_id: erased('where they are logged in') }, secrets: ['token'] },
  source_runs: { people: {}, why: 'how the market’s sources do' },
  unclaimed_media: { people: {}, why: 'random names of pictures on their way out' },
  verifications: {
    people: {},
    why: 'links in mails: their identifiers end in the id of the account, and go with it; tokens are not exported',
  },
  vapid_keys: { people: {}, why: 'the keys of this installation' },
  weather_reports: { people: {}, why: 'the weather of districts' },
};

export interface UserColumn {
  isExported: boolean;
  becomes: 'retained' | { value: Value } | { fromId: (id: string) => string };
  why?: string;
}
type Value = string | number | boolean | null | readonly string[];

const becomes = (value: Value): UserColumn => ({ isExported: true, becomes: { value } });
const retainedColumn = (why: string): UserColumn => ({ isExported: true, becomes: 'retained', why });

export const userColumns: Readonly<Record<keyof DB['users'], UserColumn>> = {
  id: retainedColumn('the other side of a chat or a review needs somebody to point to'),
  username: { isExported: true, becomes: { fromId: (id) => `deleted-${id}` } },
  email: { isExported: true, becomes: { fromId: (id) => `${id}@deleted.invalid` } },
  full_name: becomes('Deleted account'),
  contact: becomes(''),
  whatsapp: becomes(''),
  aadhaar_last4: becomes(null),
  aadhaar_fingerprint: {
    ...becomes(null),
    isExported: false,
    why: 'made of the number and the server’s key',
  },
  avatar: becomes(null),
  cover_image: becomes(null),
  bio: becomes(''),
  major_product: becomes(''),
  business_name: becomes(''),
  specialization: becomes(''),
  experience: becomes(''),
  farm_size: becomes(''),
  certifications: becomes([]),
  state: becomes(''),
  district: becomes(''),
  city: becomes(''),
  village: becomes(''),
  pincode: becomes(''),
  email_verified: becomes(false),
  is_verified: becomes(false),
  is_contact_hidden: becomes(true),
  last_seen_at: becomes(null),
  notices_by_email: becomes(false),
  // The rows they count are deleted.
  total_posts: becomes(0),
  total_reviews: becomes(0),
  rating_sum: becomes(0),
  followers_count: becomes(0),
  following_count: becomes(0),
  rating: retainedColumn('follows from the two above'),
  user_type: retainedColumn('one of two, and tells of nobody in particular'),
  is_complete: retainedColumn('tells of nobody in particular'),
  created_at: retainedColumn('tells of nobody in particular'),
  updated_at: retainedColumn('set to the moment of the deletion'),
  deleted_at: retainedColumn('set to the moment of the deletion'),
  suspension_reason: becomes(''),
  suspended_at: retainedColumn('tells of nobody in particular'),
};
