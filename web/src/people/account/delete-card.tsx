import type { Account } from '@upaj/contract/people/profiles';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';

export function DeleteCard({ user }: { user: Account }) {
  const texts = useTexts('settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard title={texts.remove} text={texts.removeText}>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 rounded-control border-[1.5px] border-mirch px-5 py-2 font-semibold text-mirch hover:bg-mirch-wash"
      >
        <Trash2 size={20} aria-hidden />
        {texts.removeAction}
      </button>
      {isOpen && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}
