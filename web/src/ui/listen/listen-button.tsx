import { languages } from '@upaj/contract/texts';
import Square from 'lucide-react/icons/square';
import Volume2 from 'lucide-react/icons/volume-2';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useLocale, useT, type Locale } from '#i18n/locale.ts';
import type { Speech } from '#i18n/spoken.ts';
import { IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { isPlaying, play, stop, subscribeToPlayer } from './speech-player.ts';

interface ListenButtonProps {
  /** Returns the texts in the order in which they are read. */
  speeches: () => readonly Speech[];
  size?: number;
  className?: string;
}

/** Reads texts aloud, and stops when it is pressed again or goes from the screen. */
export function ListenButton({ speeches, size = 22, className }: ListenButtonProps) {
  const t = useT('listen');
  const locale = useLocale();
  const owner = useId();
  const isOn = useSyncExternalStore(subscribeToPlayer, () => isPlaying(owner));
  useEffect(() => () => stop(owner), [owner, locale]);

  const start = () => {
    const onMissing = (lang: Locale) => toast.error(t('noVoice', { language: languages[lang] }));
    play(owner, speeches(), onMissing).catch(() => toast.error(t('failed')));
  };
  const Icon = isOn ? Square : Volume2;
  return (
    <IconButton
      label={isOn ? t('stop') : t('listen')}
      aria-pressed={isOn}
      onClick={() => (isOn ? stop(owner) : start())}
      className={className ?? (isOn ? 'bg-leaf-wash text-leaf' : 'text-leaf hover:bg-leaf-wash')}
    >
      <Icon size={size} aria-hidden />
    </IconButton>
  );
}
