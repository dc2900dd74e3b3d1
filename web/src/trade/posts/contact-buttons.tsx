import { useQuery } from '@tanstack/react-query';
import type { ContactInfo } from '@upaj/contract/people/profiles';
import type { Post } from '@upaj/contract/trade/posts';
import Phone from 'lucide-react/icons/phone';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { contactQuery } from '#people/profiles/api.ts';
import { WhatsappIcon } from '#people/profiles/whatsapp-icon.tsx';
import { useSharedPost } from '#trade/share/shared-post.ts';
import { Button, buttonClass } from '#ui/button.tsx';

type Way = 'call' | 'whatsapp';

const icons = {
  call: <Phone size={18} aria-hidden />,
  whatsapp: <WhatsappIcon size={18} />,
} as const;

const look =
  'px-2! whitespace-nowrap max-md:min-w-11 max-md:flex-col max-md:gap-0.5 max-md:border-0! max-md:px-1! max-md:py-1! max-md:text-tiny';

/**
 * The first tap reveals and counts the number, then opens the phone or WhatsApp. After that, the buttons are links.
 */
export function ContactButtons({ post }: { post: Post }) {
  const { author, isContactShown } = post;
  const t = useT('post-page');
  const { path, text } = useSharedPost(post);
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(author.username, false));
  const [wanted, setWanted] = useState<Way>();
  const links = useRef<Partial<Record<Way, HTMLAnchorElement | null>>>({});
  useEffect(() => {
    const link = contact && wanted && links.current[wanted];
    if (!link) return;
    link.focus({ preventScroll: true });
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
      <div className="contents basis-full grid-cols-[3fr_2fr] gap-2 md:grid">
        {(['call', 'whatsapp'] as const).map((way) =>
          contact ? (
            <a
              key={way}
              ref={(link) => {
                links.current[way] = link;
              }}
              {...linkOf(way, contact, `${text}\n${window.location.origin}${path}`)}
              className={buttonClass('line', look)}
            >
              {icons[way]}
              {way === 'call' && <span className="max-md:sr-only">{`+91 ${contact.phone} `}</span>}
              <span className={way === 'call' ? 'md:hidden' : undefined}>{t(way)}</span>
            </a>
          ) : (
            <Button
              key={way}
              variant="line"
              icon={icons[way]}
              // The list's copy of the post does not say whether there is contact information.
              disabled={isContactShown === undefined || isFetching}
              busy={isFetching && wanted === way}
              onClick={() => reveal(way)}
              className={look}
            >
              {t(way)}
            </Button>
          ),
        )}
      </div>
      <p role="alert" className="basis-full text-mirch empty:hidden max-md:order-first">
        {error && !isFetching ? errorText(error) : ''}
      </p>
    </>
  );
}

/** Sellers give a WhatsApp number only if it differs from the phone number. */
function linkOf(way: Way, { phone, whatsapp }: ContactInfo, text: string) {
  if (way === 'call') return { href: `tel:+91${phone}` };
  const href = `https://wa.me/91${whatsapp ?? phone}?text=${encodeURIComponent(text)}`;
  return { href, target: '_blank', rel: 'noreferrer' };
}
