import { Link } from '@tanstack/react-router';
import type { Scheme } from '@upaj/contract/mandi/schemes';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { SchemeIcon } from './scheme-icon.tsx';

const linkClass = 'inline-flex min-h-11 items-center gap-1 font-semibold text-leaf underline';

interface SchemeItemProps {
  scheme: Scheme;
  heading: 'h2' | 'h3';
  location: string | undefined;
}

export function SchemeItem({ scheme, heading: Heading, location }: SchemeItemProps) {
  const texts = useTexts('schemes');
  const format = useFormat();
  const own = texts.scheme[scheme.id];
  return (
    <article className="flex gap-3 px-4 pt-3.5 pb-2">
      <SchemeIcon icon={scheme.icon} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Heading className="text-base font-semibold">{own.name}</Heading>
          <p className="font-bold text-leaf">{own.amount}</p>
        </div>
        <p className="text-note">{own.eligibility}</p>
        {scheme.status === 'closed' && <Badge tone="mirch">{texts.closed}</Badge>}
        <p className="text-tiny text-soft">{texts.checkedOn(format.date(scheme.checkedOn))}</p>
        <p className="flex flex-wrap gap-x-4 text-note">
          <Link
            to="/Market/schemes/$schemeId"
            params={{ schemeId: scheme.id }}
            search={{ location }}
            aria-label={texts.learnMoreAbout(own.name)}
            className={linkClass}
          >
            {texts.learnMore}
          </Link>
          <a href={scheme.applyUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {texts.apply}
            <span className="sr-only">
              : {own.name} ({texts.opensElsewhere})
            </span>
            <ExternalLink size={15} aria-hidden />
          </a>
        </p>
      </div>
    </article>
  );
}
