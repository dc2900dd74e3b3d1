import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { useSignal } from '#lib/signal.ts';
import { Button } from '#ui/button.tsx';
import { installEvent, isInSafari, mayOfferInstall, refuseInstall } from './install.ts';

export function InstallPrompt() {
  const t = useT('install');
  const event = useSignal(installEvent);
  const [isOffered, setOffered] = useState(mayOfferInstall);
  if (!isOffered || (!event && !isInSafari())) return null;

  function refuse(): void {
    refuseInstall();
    setOffered(false);
  }

  async function install(): Promise<void> {
    const choice = await event?.prompt();
    // The browser allows one prompt for each event.
    installEvent.set(undefined);
    if (choice?.outcome === 'dismissed') refuse();
  }

  return (
    <section
      aria-label={t('title')}
      className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 flex animate-rise gap-3 rounded-card border border-line bg-card p-3.5 shadow-lg md:right-6 md:bottom-6 md:left-auto md:w-96"
    >
      <Download size={24} aria-hidden className="mt-0.5 shrink-0 text-leaf" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="mt-1 text-note text-soft">{t(event ? 'text' : 'safari')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {event && <Button onClick={() => void install()}>{t('add')}</Button>}
          <Button variant="quiet" onClick={refuse}>
            {t('later')}
          </Button>
        </div>
      </div>
    </section>
  );
}
