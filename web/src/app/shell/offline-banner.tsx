import { onlineManager } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { useT } from '#i18n/locale.ts';
import { isConnectionLost } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';

/** One calm line. It stays in the page while empty, so that a screen reader hears it fill. */
export function OfflineBanner() {
  const t = useT();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isLost = useSignal(isConnectionLost);
  return (
    <div role="status">
      {(!isOnline || isLost) && (
        <p className="flex items-center justify-center gap-2 bg-haldi-wash px-3.5 py-2 text-center text-note text-ink">
          <WifiOff size={18} aria-hidden className="shrink-0" />
          {isOnline ? t.shell.connectionLost : t.shell.offline}
        </p>
      )}
    </div>
  );
}
