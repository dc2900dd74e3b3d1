import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

export const dealsTables = {
  reviews: {
    people: {
      reviewer_id: {
        isExported: true,
        onDeletion: { emptied: { comment: '' } },
        why: 'reviews they wrote; the stars stay, so that ratings do not change when people leave',
      },
      person_id: erased('reviews about them'),
    },
  },
} satisfies Partial<PersonalTables<TableName>>;
