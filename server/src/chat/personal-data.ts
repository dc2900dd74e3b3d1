import { retained, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

export const chatTables = {
  conversations: {
    people: { low_id: retained('a chat belongs to both'), high_id: retained('a chat belongs to both') },
  },
  messages: {
    people: {
      sender_id: {
        isExported: true,
        onDeletion: { emptied: { images: '[]' } },
        why: 'a chat belongs to both: texts stay, as from a deleted account; photos are deleted',
      },
      receiver_id: retained('a chat belongs to both'),
    },
    isByConversation: true,
  },
} satisfies Partial<PersonalTables<TableName>>;
