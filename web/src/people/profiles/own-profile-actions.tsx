import type { Account, Profile } from '@upaj/contract/people/profiles';
import Pencil from 'lucide-react/icons/pencil';
import Share2 from 'lucide-react/icons/share-2';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

const EditProfileDialog = lazy(async () => ({
  default: (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
}));

export function EditProfileButton({ user }: { user: Account }) {
  const t = useT('profile');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Pencil size={18} aria-hidden />} onClick={() => setOpen(true)} className="max-sm:w-full">
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

/** Uses the system's share dialog, or copies the link. */
export function ShareButton({ profile }: { profile: Pick<Profile, 'username' | 'fullName'> }) {
  const t = useT('profile');
  async function share(): Promise<void> {
    const url = `${window.location.origin}/user/${encodeURIComponent(profile.username)}`;
    // Both APIs are missing on plain http.
    const { share: shareNatively, clipboard }: Partial<Navigator> = navigator;
    try {
      if (shareNatively) {
        return await shareNatively.call(navigator, {
          title: t('shareText', { name: profile.fullName }),
          url,
        });
      }
      if (!clipboard) throw new Error('No clipboard');
      await clipboard.writeText(url);
      toast.success(t('linkCopied'));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t('linkNotCopied', { link: url }));
    }
  }
  return (
    <Button
      variant="line"
      icon={<Share2 size={18} aria-hidden />}
      onClick={() => void share()}
      className="max-sm:flex-1"
    >
      {t('shareProfile')}
    </Button>
  );
}
