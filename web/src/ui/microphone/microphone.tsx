import Mic from 'lucide-react/icons/mic';
import Square from 'lucide-react/icons/square';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { listen, listensLocally, SpeechError } from '#lib/speech.ts';
import { IconButton } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { cx } from '#ui/cx.ts';
import { toast } from '#ui/toast/toast.ts';

/** The question is asked once while the app is open. */
let mayHear = false;

interface MicrophoneProps {
  onSaid: (text: string) => void;
  className?: string;
}

/** Writes down what is said. Asks first where the voice may leave the device. */
export function Microphone({ onSaid, className = 'text-leaf hover:bg-leaf-wash' }: MicrophoneProps) {
  const t = useT('microphone');
  const lang = `${useLocale()}-IN`;
  const [isOn, setOn] = useState(false);
  const listening = useRef<AbortController>(undefined);
  useEffect(() => () => listening.current?.abort(), []);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape would also close what is around the microphone.
      event.stopPropagation();
      listening.current?.abort();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isOn]);

  async function start(): Promise<void> {
    const isLocal = await listensLocally(lang).catch(() => false);
    mayHear ||=
      isLocal || (await confirm({ title: t('voiceTitle'), text: t('voiceText'), action: t('voiceAction') }));
    if (!mayHear) return;
    const own = new AbortController();
    listening.current = own;
    setOn(true);
    try {
      const said = await listen(lang, { isLocal, signal: own.signal });
      if (own.signal.aborted) return;
      if (said) onSaid(said);
      else toast.error(t('notHeard'));
    } catch (error) {
      toast.error(t(`failed.${error instanceof SpeechError ? error.reason : 'other'}`));
    } finally {
      setOn(false);
    }
  }

  const Icon = isOn ? Square : Mic;
  return (
    <>
      <IconButton
        label={isOn ? t('stop') : t('speak')}
        aria-pressed={isOn}
        className={isOn ? 'bg-mirch-wash text-mirch' : className}
        onClick={() => (isOn ? listening.current?.abort() : void start())}
      >
        <Icon size={22} aria-hidden />
      </IconButton>
      <span
        role="status"
        className={cx(
          isOn &&
            'pointer-events-none fixed inset-x-0 bottom-24 z-50 mx-auto w-fit rounded-full bg-ink px-4 py-2 font-semibold text-paper shadow-lg',
        )}
      >
        {isOn && t('listening')}
      </span>
    </>
  );
}
