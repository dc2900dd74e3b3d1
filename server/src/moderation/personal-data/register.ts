import { chatTables } from '#src/chat/personal-data.ts';
import { dealsTables } from '#src/deals/personal-data.ts';
import { mandiTables } from '#src/mandi/personal-data.ts';
import { notifyRetention, notifyTables } from '#src/notify/personal-data.ts';
import { peopleRetention, peopleTables } from '#src/people/personal-data.ts';
import {
  erased,
  platformTables,
  type PersonalTables,
  type TableName,
} from '#src/platform/db/personal-table.ts';
import { deleteWhen } from '#src/platform/db/retention.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import { tradeRetention, tradeTables } from '#src/trade/personal-data.ts';

const moderationTables = {
  staff: {
    people: {
      user_id: erased('their role as moderator or administrator'),
      given_by: {
        isExported: false,
        onDeletion: 'retained',
        why: 'the role belongs to the person who has it',
      },
    },
  },
  reports: {
    people: {
      reporter_id: {
        isExported: true,
        onDeletion: { emptied: { details: '' } },
        why: 'their reports; the report itself still counts',
      },
      user_id: { ...erased('reports about them are private to the reporters', false), isRetained: true },
    },
    secrets: ['case_id'],
  },
  cases: {
    people: {
      person_id: {
        ...erased('that they were reported is private to the reporters', false),
        isRetained: true,
      },
      user_id: { ...erased('as person_id', false), isRetained: true },
      claimed_by: { isExported: false, onDeletion: 'retained', why: 'the work of a moderator' },
    },
  },
  decisions: {
    people: {
      person_id: {
        ...erased('what moderators decided about them, with the moderator’s role'),
        isRetained: true,
      },
      moderator_id: { isExported: false, onDeletion: 'retained', why: 'the work of a moderator' },
      undone_by: { isExported: false, onDeletion: 'retained', why: 'the work of a moderator' },
    },
    secrets: ['moderator_id', 'undone_by', 'case_id'],
  },
  former_accounts: {
    people: {
      user_id: {
        isExported: false,
        onDeletion: 'retained',
        why: 'keyed values of an account that moderators had to do with, for 180 days after its deletion',
      },
    },
  },
  case_evidence: {
    people: {},
    why: 'what a case was about when its author deleted the post or the account, for 180 days',
  },
  retained_reports: {
    people: {
      reporter_id: {
        isExported: true,
        onDeletion: { emptied: { details: '' } },
        why: 'their reports about posts and comments that were deleted; as reports',
      },
    },
    secrets: ['case_id'],
  },
  verification_requests: {
    people: { user_id: erased('what they ask the badge for, with the photo') },
    secrets: ['case_id'],
  },
  flags: { people: {}, why: 'what automatic rules found, by ids; deleted with the case' },
  post_texts: { people: {}, why: 'hashes of the texts of posts; deleted with the post' },
  registration_addresses: {
    people: { user_id: erased('from which address they registered, as a keyed hash for two days') },
    secrets: ['address_hash'],
  },
  report_origins: {
    people: { reporter_id: erased('from where they reported, as a keyed hash for 30 days') },
    secrets: ['address_hash', 'others'],
  },
  removed_posts: {
    people: {},
    why: 'hashes of the texts and photos of removed posts, and ids of authors who had them before, without a reference',
  },
  audit: {
    people: {},
    why: 'what moderators did and looked at, by ids without a reference; stays for three years',
  },
} satisfies Partial<PersonalTables<TableName>>;

/** The type checker reports a table that no domain declares here. */
export const personalTables: PersonalTables<TableName> = {
  ...platformTables,
  ...notifyTables,
  ...peopleTables,
  ...mandiTables,
  ...tradeTables,
  ...chatTables,
  ...dealsTables,
  ...moderationTables,
};

const moderationRetention = [
  deleteWhen(
    'registration_addresses',
    (row) => row('registered_at', '<', daysAgo(2)),
    'too old for the rule that compares them',
  ),
  deleteWhen(
    'report_origins',
    (row) => row('reported_at', '<', daysAgo(30)),
    'too old for the rules that compare them',
  ),
  deleteWhen('removed_posts', (row) => row('removed_at', '<', daysAgo(366)), 'copies come soon'),
  deleteWhen('audit', (row) => row('at', '<', daysAgo(3 * 366)), 'what moderators did is long ago'),
];

/** The job `remove-old-rows` applies these rules every night. */
export const retentionRules = [
  ...notifyRetention,
  ...peopleRetention,
  ...tradeRetention,
  ...moderationRetention,
];
