import { useQuery } from '@tanstack/react-query';
import type { ContactInfo } from '@upaj/contract/people/profiles';
import type { Post } from '@upaj/contract/trade/posts';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { contactQuery } from '#people/profiles/api.ts';
import { Button, buttonClass } from '#ui/button.tsx';

type Way = 'call' | 'whatsapp';

const icons = {
  call: <Phone size={18} aria-hidden />,
  whatsapp: <MessageCircle size={18} aria-hidden />,
} as const;

/** The first tap reveals the number, which is counted, and opens the phone or WhatsApp; then they are links. */
export function ContactButtons({ post: { author, isContactShown } }: { post: Post }) {
  const t = useT('post-page');
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(author.username, false));
  const [wanted, setWanted] = useState<Way>();
  const links = useRef<Partial<Record<Way, HTMLAnchorElement | null>>>({});
  useEffect(() => {
    const link = contact && wanted && links.current[wanted];
    if (!link) return;
    link.focus();
    // Computers show the number: few of them can call.
    if (wanted === 'whatsapp' || window.matchMedia('(pointer: coarse)').matches) link.click();
    setWanted(undefined);
  }, [contact, wanted]);
  if (isContactShown === false) return null;

  const reveal = (way: Way) => {
    setWanted(way);
    void refetch();
  };
  return (
    <>
      <div className="flex basis-full flex-wrap gap-2">
        {(['call', 'whatsapp'] as const).map((way) =>
          contact ? (
            <a
              key={way}
              ref={(link) => {
                links.current[way] = link;
              }}
              {...linkOf(way, contact)}
              className={buttonClass('line', 'flex-1 basis-36')}
            >
              {icons[way]}
              {way === 'call' ? `+91 ${contact.phone}` : t('whatsapp')}
            </a>
          ) : (
            <Button
              key={way}
              variant="line"
              icon={icons[way]}
              // While only the list's copy of the post is there.
              disabled={isContactShown === undefined || isFetching}
              busy={isFetching && wanted === way}
              onClick={() => reveal(way)}
              className="flex-1 basis-36"
            >
              {t(way)}
            </Button>
          ),
        )}
      </div>
      <p role="alert" className="basis-full text-mirch empty:hidden">
        {error && !isFetching ? errorText(error) : ''}
      </p>
    </>
  );
}

/** A WhatsApp number is given when it is not the phone number. */
function linkOf(way: Way, { phone, whatsapp }: ContactInfo) {
  if (way === 'call') return { href: `tel:+91${phone}` };
  return { href: `https://wa.me/91${whatsapp ?? phone}`, target: '_blank', rel: 'noreferrer' };
}
