import type { Account } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';

const EditProfileDialog = lazy(async () => ({
  default: (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
}));

export function EditProfileButton({ user }: { user: Account }) {
  const t = useT('profile');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<Pencil size={18} aria-hidden />}
        onClick={() => setOpen(true)}
        className="max-sm:grow max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-note"
      >
        {t('editProfile')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EditProfileDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
