import Handshake from 'lucide-react/icons/handshake';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { isDataScarce, whenIdle } from '#lib/when-idle.ts';
import { useUser } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import type { TermsValues } from './terms-values.ts';
import { LazyNewOfferSheet, prefetchSheets } from './lazy-sheet.tsx';

interface MakeOfferProps {
  postId: string;
  /** The form starts with these terms instead of those of the post. */
  terms?: TermsValues;
  isBusy?: boolean;
  onOpen?: () => void;
  onSent?: () => void;
  className?: string;
  children: ReactNode;
}

export function MakeOffer({ postId, terms, isBusy, onOpen, onSent, className, children }: MakeOfferProps) {
  const viewerId = useUser()?._id;
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  // The sheets are loaded early, because the connection may be lost before the button is pressed.
  useEffect(() => {
    if (!isDataScarce()) whenIdle(() => void prefetchSheets(client));
  }, [client]);
  return (
    <>
      <OfferButton
        busy={isBusy}
        onClick={() => {
          setOpen(true);
          onOpen?.();
        }}
        className={className}
      >
        {children}
      </OfferButton>
      {isOpen && viewerId && (
        <LazyNewOfferSheet
          postId={postId}
          terms={terms}
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

type OfferButtonProps = Pick<ComponentProps<typeof Button>, 'busy' | 'onClick' | 'className' | 'children'>;

export function OfferButton(props: OfferButtonProps) {
  return (
    <Button variant="line" icon={<Handshake size={20} aria-hidden />} aria-haspopup="dialog" {...props} />
  );
}
