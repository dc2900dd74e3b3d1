import type { CompleteAccount } from '@upaj/contract/people/registration';
import type { Database } from '#src/platform/db/connect.ts';
import { isDuplicate } from '#src/platform/db/duplicates.ts';

export function socialStore(db: Database) {
  return {
    async complete(userId: string, form: CompleteAccount): Promise<'done' | 'username-taken'> {
      const write = db
        .updateTable('users')
        .set({
          full_name: form.fullName,
          contact: form.contact,
          username: form.username,
          user_type: form.userType,
          major_product: form.majorProduct,
          is_complete: true,
          updated_at: new Date(),
        })
        .where('id', '=', userId)
        .where('is_complete', '=', false)
        .where('deleted_at', 'is', null);
      try {
        await write.execute();
        return 'done';
      } catch (error) {
        if (isDuplicate(error)) return 'username-taken';
        throw error;
      }
    },
  };
}

export type SocialStore = ReturnType<typeof socialStore>;
