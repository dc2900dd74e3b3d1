import { useNavigate } from '@tanstack/react-router';
import { timings } from '@upaj/contract/limits';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';

export function StartChatButton({ username, className }: { username: string; className?: string }) {
  const texts = useTexts('profile');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const go = () => void navigate({ to: '/chat/$userId', params: { userId: username } });
    const timer = setTimeout(go, timings.startChat);
    return () => clearTimeout(timer);
  }, [isBusy, navigate, username]);
  return (
    <Button
      busy={isBusy}
      icon={<MessageCircle size={19} aria-hidden />}
      onClick={() => setBusy(true)}
      className={className}
    >
      {isBusy ? texts.startingChat : texts.startChat}
    </Button>
  );
}
