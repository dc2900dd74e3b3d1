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
      user_id: erased('reports about them are private to the reporters', false),
    },
  },
} satisfies Partial<PersonalTables<TableName>>;

/** A table that no domain declares does not compile. */
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

/** Rows to delete every night. */
export const retentionRules = [...notifyRetention, ...peopleRetention, ...tradeRetention];
