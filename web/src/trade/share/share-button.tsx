import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { WhatsappIcon } from '#people/profiles/whatsapp-icon.tsx';
import { Button, buttonClass, IconButton } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Sheet } from '#ui/dialog.tsx';
import { toast } from '#ui/toast/toast.ts';

export interface Shared {
  /** The path is on this site. */
  path: string;
  text: string;
  /** The dialog shows this hint with the link. */
  hint?: string | undefined;
}

/**
 * Opens the phone's own list of apps if there is one and no hint to show. Without children, the button is an icon.
 */
export function ShareButton({ children, ...shared }: Shared & { children?: ReactNode }) {
  const t = useT('share');
  const { share, sheet } = useShare(shared);
  const isIcon = !children;
  return (
    <>
      <Button
        variant="line"
        icon={<Share2 size={isIcon ? 20 : 18} aria-hidden />}
        aria-label={isIcon ? t('share') : undefined}
        title={isIcon ? t('share') : undefined}
        onClick={share}
        className={isIcon ? 'px-2.5!' : 'max-sm:grow max-sm:gap-1.5 max-sm:px-1.5 max-sm:text-note'}
      >
        {children}
      </Button>
      {sheet}
    </>
  );
}

export function ShareIconButton(shared: Shared) {
  const t = useT('share');
  const { share, sheet } = useShare(shared);
  return (
    <>
      <IconButton label={t('share')} onClick={share} className="text-leaf hover:bg-leaf-wash">
        <Share2 size={22} aria-hidden />
      </IconButton>
      {sheet}
    </>
  );
}

function useShare({ path, text, hint }: Shared): { share: () => void; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const url = window.location.origin + path;

  const shareNatively = (system: Navigator['share']) =>
    system.call(navigator, { title: text, text, url }).then(
      () => setOpen(false),
      (error: unknown) => {
        const isCancelled = error instanceof DOMException && error.name === 'AbortError';
        if (!isCancelled) setOpen(true);
      },
    );
  // `navigator.share` is missing on plain http and in some browsers.
  const system = (navigator as Partial<Navigator>).share;
  return {
    share: () => (system && !hint ? void shareNatively(system) : setOpen(true)),
    sheet: isOpen && (
      <ShareSheet
        url={url}
        text={text}
        hint={hint}
        onMore={system ? () => void shareNatively(system) : undefined}
        onClose={() => setOpen(false)}
      />
    ),
  };
}

interface ShareSheetProps {
  url: string;
  text: string;
  hint: string | undefined;
  onMore: (() => void) | undefined;
  onClose: () => void;
}

function ShareSheet({ url, text, hint, onMore, onClose }: ShareSheetProps) {
  const t = useT('share');
  async function copy(): Promise<void> {
    if (!(await copyText(url))) return toast.error(t('copyFailed'));
    toast.success(t('copied'));
    onClose();
  }
  return (
    <Sheet title={t('share')} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {hint && <p className="rounded-control bg-haldi-wash px-4 py-3">{hint}</p>}
        <p className="rounded-control border border-line px-3 py-2.5 text-note break-all text-soft select-all">
          {url}
        </p>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`}
          target="_blank"
          rel="noreferrer"
          onClick={onClose}
          className={buttonClass('primary')}
        >
          <WhatsappIcon size={20} />
          {t('whatsapp')}
        </a>
        <Button variant="line" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {onMore && (
          <Button variant="line" icon={<Share2 size={18} aria-hidden />} onClick={onMore}>
            {t('more')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
