import { onlineManager } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { useT } from '#i18n/locale.ts';
import { isConnectionLost, isUnreachable } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';

/** One calm line. It stays in the page while empty, so that a screen reader hears it fill. */
export function OfflineBanner() {
  const t = useT();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isDown = useSignal(isUnreachable);
  const isLost = useSignal(isConnectionLost);
  const text = !isOnline
    ? t.shell.offline
    : isDown
      ? t.shell.unreachable
      : isLost
        ? t.shell.connectionLost
        : '';
  return (
    <div role="status">
      {text && (
        <p className="flex items-center justify-center gap-2 bg-haldi-wash px-3.5 py-2 text-center text-note text-ink">
          <WifiOff size={18} aria-hidden className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
