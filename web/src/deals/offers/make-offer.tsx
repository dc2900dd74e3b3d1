import Handshake from 'lucide-react/icons/handshake';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { isDataScarce, whenIdle } from '#lib/when-idle.ts';
import { useUser } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { LazyNewOfferSheet, sheetsQuery } from './lazy-sheet.tsx';

interface MakeOfferProps {
  postId: string;
  isBusy?: boolean;
  onOpen?: () => void;
  onSent?: () => void;
  className?: string;
  children: ReactNode;
}

export function MakeOffer({ postId, isBusy, onOpen, onSent, className, children }: MakeOfferProps) {
  const viewerId = useUser()?._id;
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  // The connection may be lost before the button is pressed.
  useEffect(() => {
    if (!isDataScarce()) whenIdle(() => void client.prefetchQuery(sheetsQuery));
  }, [client]);
  return (
    <>
      <Button
        variant="line"
        icon={<Handshake size={20} aria-hidden />}
        aria-haspopup="dialog"
        busy={isBusy}
        onClick={() => {
          setOpen(true);
          onOpen?.();
        }}
        className={className}
      >
        {children}
      </Button>
      {isOpen && viewerId && (
        <LazyNewOfferSheet
          postId={postId}
          viewerId={viewerId}
          onClose={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            onSent?.();
          }}
        />
      )}
    </>
  );
}
