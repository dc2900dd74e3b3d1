import Share2 from 'lucide-react/icons/share-2';
import type { Profile } from '@upaj/contract/people/profiles';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

/** The phone's own way of sharing; else the link is copied. */
export function ShareButton({ profile }: { profile: Pick<Profile, 'username' | 'fullName'> }) {
  const texts = useTexts('profile');
  async function share(): Promise<void> {
    const url = `${window.location.origin}/user/${encodeURIComponent(profile.username)}`;
    // Both are missing on plain http, such as another computer's address.
    const { share: shareNatively, clipboard }: Partial<Navigator> = navigator;
    try {
      if (shareNatively) {
        return await shareNatively.call(navigator, { title: texts.shareText(profile.fullName), url });
      }
      if (!clipboard) throw new Error('No clipboard');
      await clipboard.writeText(url);
      toast.success(texts.linkCopied);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(texts.linkNotCopied(url));
    }
  }
  return (
    <Button
      variant="line"
      icon={<Share2 size={18} aria-hidden />}
      onClick={() => void share()}
      className="max-sm:flex-1"
    >
      {texts.shareProfile}
    </Button>
  );
}
