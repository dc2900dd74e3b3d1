import type { LoginSession } from '@upaj/contract/people/account';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

interface SessionRowProps {
  session: LoginSession;
  isEnding: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const texts = useTexts('settings');
  const { ago } = useFormat();
  const device = session.device || texts.unknownDevice;
  const Icon = /Android|iOS|iPhone|iPad|KaiOS/i.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
      >
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{device}</p>
        <p className="text-note text-soft">
          {texts.loggedInSince(ago(session.createdAt))}
          {session.ipAddress && (
            <>
              {' · '}
              <span className="inline-block max-w-full break-all">{session.ipAddress}</span>
            </>
          )}
        </p>
        {session.isCurrent && (
          <Badge tone="leaf" className="mt-1">
            {texts.thisDevice}
          </Badge>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          busy={isEnding}
          onClick={onEnd}
          aria-label={texts.endSessionOf(device)}
          className="-mr-3 shrink-0 px-3"
        >
          {texts.endSession}
        </Button>
      )}
    </li>
  );
}
