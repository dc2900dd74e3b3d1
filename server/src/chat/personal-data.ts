import { photoWidths } from '@upaj/contract/limits';
import { retained, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';
import type { PhotoColumn } from '#src/platform/media/photo-column.ts';

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
    // Messages are found through their conversations, because they have no index by receiver.
    through: { table: 'conversations', column: 'conversation_id' },
  },
} satisfies Partial<PersonalTables<TableName>>;

export const chatPhotos = [
  { table: 'messages', column: 'images', isList: true, widths: photoWidths },
] satisfies PhotoColumn[];
