import { avatarWidths, coverWidths } from '@upaj/contract/limits';
import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';
import { deleteWhen } from '#src/platform/db/retention.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { dateBefore, daysAgo } from '#src/platform/db/times.ts';
import type { PhotoColumn } from '#src/platform/media/photo-column.ts';

export const peopleTables = {
  active_days: { people: {}, why: 'how many people were seen on a day, without who' },
  accounts: {
    people: { user_id: erased('how they log in') },
    secrets: ['password', 'access_token', 'refresh_token', 'id_token'],
  },
  blocks: {
    people: {
      blocker_id: erased('users they blocked'),
      blocked_id: erased('who blocked them is private to those users', false),
    },
  },
  contact_reveals: {
    people: {
      viewer_id: erased('users whose contact details they saw'),
      person_id: erased('users who saw theirs'),
    },
  },
  follows: { people: { follower_id: erased('users they follow'), followed_id: erased('their followers') } },
  number_codes: {
    people: { user_id: erased('the number they are proving') },
    secrets: ['id'],
  },
  proved_numbers: { people: { user_id: erased('the number they log in with') } },
  second_factors: {
    people: { user_id: erased('whether and since when log-in needs a code') },
    secrets: ['encrypted_secret', 'recovery_hashes'],
  },
  sessions: { people: { user_id: erased('where they are logged in') }, secrets: ['token'] },
  verifications: {
    people: {},
    why: 'links in emails; deleted by the account id in their identifier, tokens are not exported',
  },
} satisfies Partial<PersonalTables<TableName>>;

export const peoplePhotos = [
  { table: 'users', column: 'avatar', isList: false, widths: avatarWidths },
  { table: 'users', column: 'cover_image', isList: false, widths: coverWidths },
] satisfies PhotoColumn[];

export const peopleRetention = [
  deleteWhen('sessions', (session) => session('expires_at', '<', daysAgo(0)), 'they log no one in'),
  deleteWhen('verifications', (link) => link('expires_at', '<', daysAgo(0)), 'links that no longer work'),
  deleteWhen('number_codes', (code) => code('expires_at', '<', daysAgo(0)), 'codes that no longer work'),
  deleteWhen('active_days', (row) => row('day', '<', dateBefore(31)), 'operators see the last 30 days'),
];

export interface UserColumn {
  isExported: boolean;
  becomes: 'retained' | { value: Value } | { fromId: (id: string) => string };
  /** Emptied later if moderators had to do with the account (decision 51). */
  isRetained?: true;
  why?: string;
}
type Value = string | number | boolean | null | readonly string[];

const becomes = (value: Value): UserColumn => ({ isExported: true, becomes: { value } });
/** A trigger writes the column when what it is computed from changes. */
const searched: UserColumn = {
  isExported: false,
  becomes: 'retained',
  why: 'folded for searches by a trigger',
};
const retainedColumn = (why: string): UserColumn => ({ isExported: true, becomes: 'retained', why });

export const userColumns: Readonly<Record<keyof DB['users'], UserColumn>> = {
  id: retainedColumn('chats and reviews of others refer to it'),
  username: { isExported: true, becomes: { fromId: (id) => `deleted-${id}` } },
  email: { isExported: true, becomes: { fromId: (id) => `${id}@deleted.invalid` } },
  full_name: becomes('Deleted account'),
  contact: becomes(''),
  whatsapp: becomes(''),
  aadhaar_last4: becomes(null),
  aadhaar_fingerprint: {
    ...becomes(null),
    isExported: false,
    why: 'derived from the number and a server key',
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
  verified_for: becomes([]),
  verified_at: becomes(null),
  verified_as: becomes(null),
  badge_changes: becomes([]),
  name_key: { ...becomes(''), isExported: false, why: 'computed from the name' },
  search_name: searched,
  search_place: searched,
  search_product: searched,
  has_name_of_verified: { ...becomes(false), isExported: false, why: 'computed from the names of others' },
  is_contact_hidden: becomes(true),
  has_public_page: becomes(false),
  last_seen_at: becomes(null),
  notifications_by_email: becomes(false),
  notifications_by_sms: becomes(false),
  language: becomes(null),
  total_posts: becomes(0),
  total_reviews: becomes(0),
  rating_sum: becomes(0),
  reviews_after_deal: becomes(0),
  deals_completed: becomes(0),
  deals_ended: becomes(0),
  deals_disputed: becomes(0),
  payment_days: becomes(null),
  followers_count: becomes(0),
  member_id: { ...retainedColumn('null for a deleted account'), isExported: false },
  rating: retainedColumn('computed from the reviews’ sum and count'),
  user_type: retainedColumn('not personal'),
  is_complete: retainedColumn('not personal'),
  created_at: retainedColumn('not personal'),
  updated_at: retainedColumn('set to the moment of the deletion'),
  deleted_at: retainedColumn('set to the moment of the deletion'),
  suspension_reason: { ...becomes(''), isRetained: true },
  restricted_until: { ...becomes(null), isRetained: true },
  suspended_at: retainedColumn('not personal'),
};
