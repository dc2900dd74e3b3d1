import { useQuery } from '@tanstack/react-query';
import type { ContactInfo } from '@upaj/contract/people/profiles';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { useId, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { contactQuery } from './api.ts';
import { WhatsappIcon } from './whatsapp-icon.tsx';

interface ContactProps {
  username: string;
  isHidden?: boolean;
}

/** Reveals the user's contact when pressed. In a row of buttons that wraps, the contact takes the last line. */
export function Contact({ username, isHidden = false }: ContactProps) {
  const tErrors = useT('errors');
  const t = useT('profile');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const contact = useQuery(contactQuery(username, isOpen && !isHidden));
  return (
    <>
      <Button
        variant="line"
        icon={<Phone size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        busy={isOpen && contact.isFetching}
        onClick={() => {
          setOpen(!isOpen);
          if (!isOpen && contact.error) void contact.refetch();
        }}
        className="max-sm:grow"
      >
        {isOpen ? t('hideContact') : t('showContact')}
      </Button>
      <div role="status" className="order-last w-full empty:hidden">
        {isOpen &&
          (isHidden || contact.error ? (
            <p id={id} className="text-soft">
              {isHidden ? tErrors('CONTACT_HIDDEN') : errorText(contact.error)}
            </p>
          ) : (
            contact.data && <ContactLinks id={id} contact={contact.data} />
          ))}
      </div>
    </>
  );
}

function ContactLinks({ id, contact: { phone, whatsapp, email } }: { id: string; contact: ContactInfo }) {
  const t = useT('profile');
  if (!phone && !whatsapp && !email) return <p id={id}>{t('noContact')}</p>;
  return (
    <ul id={id} aria-label={t('contact')} className="flex flex-wrap gap-x-6">
      {phone && (
        <ContactLink href={`tel:+91${phone}`} label={t('phone')} icon={<Phone size={18} aria-hidden />}>
          +91 {phone}
        </ContactLink>
      )}
      {whatsapp && (
        <ContactLink
          href={`https://wa.me/91${whatsapp}`}
          label={t('whatsapp')}
          icon={<WhatsappIcon size={18} />}
        >
          {t('whatsapp')}
        </ContactLink>
      )}
      {email && (
        <ContactLink href={`mailto:${email}`} label={t('email')} icon={<Mail size={18} aria-hidden />}>
          {email}
        </ContactLink>
      )}
    </ul>
  );
}

interface ContactLinkProps {
  href: string;
  label: string;
  icon: ReactNode;
  children: string | (string | null)[];
}

function ContactLink({ href, label, icon, children }: ContactLinkProps) {
  const isElsewhere = href.startsWith('https:');
  return (
    <li className="min-w-0">
      <a
        href={href}
        title={label}
        {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
        className="flex min-h-11 items-center gap-2 font-semibold break-all text-leaf underline underline-offset-4"
      >
        {icon}
        {children}
      </a>
    </li>
  );
}
