import { Link } from '@tanstack/react-router';
import type { Scheme } from '@upaj/contract/mandi/schemes';
import CreditCard from 'lucide-react/icons/credit-card';
import ExternalLink from 'lucide-react/icons/external-link';
import HandCoins from 'lucide-react/icons/hand-coins';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sprout from 'lucide-react/icons/sprout';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';

interface SchemesCardProps {
  schemes: readonly Scheme[];
  heading?: 'h2' | 'h3';
  location: string | undefined;
  action?: ReactNode;
}

export function SchemesCard({ schemes, heading = 'h3', location, action }: SchemesCardProps) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {schemes.map((scheme) => (
          <li key={scheme.id}>
            <SchemeItem scheme={scheme} heading={heading} location={location} />
          </li>
        ))}
      </ul>
      {action && <div className="border-t border-line p-2 text-center">{action}</div>}
    </Card>
  );
}

const linkClass = 'inline-flex min-h-11 items-center gap-1 font-semibold text-leaf underline';

interface SchemeItemProps {
  scheme: Scheme;
  heading: 'h2' | 'h3';
  location: string | undefined;
}

function SchemeItem({ scheme, heading: Heading, location }: SchemeItemProps) {
  const t = useT('schemes');
  const format = useFormat();
  return (
    <article className="flex gap-3 px-4 pt-3.5 pb-2">
      <SchemeIcon icon={scheme.icon} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Heading className="text-base font-semibold">{t(`scheme.${scheme.id}.name`)}</Heading>
          <p className="font-bold text-leaf">{t(`scheme.${scheme.id}.amount`)}</p>
        </div>
        <p className="text-note">{t(`scheme.${scheme.id}.eligibility`)}</p>
        {scheme.status === 'closed' && <Badge tone="mirch">{t('closed')}</Badge>}
        <p className="text-tiny text-soft">{t('checkedOn', { date: format.date(scheme.checkedOn) })}</p>
        <p className="flex flex-wrap gap-x-4 text-note">
          <Link
            to="/Market/schemes/$schemeId"
            params={{ schemeId: scheme.id }}
            search={{ location }}
            aria-label={t('learnMoreAbout', { name: t(`scheme.${scheme.id}.name`) })}
            className={linkClass}
          >
            {t('learnMore')}
            <span className="sr-only">{t(`scheme.${scheme.id}.name`)}</span>
          </Link>
          <a href={scheme.applyUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {t('apply')}
            <span className="sr-only">
              : {t(`scheme.${scheme.id}.name`)} ({t('opensElsewhere')})
            </span>
            <ExternalLink size={15} aria-hidden />
          </a>
        </p>
      </div>
    </article>
  );
}

const icons = { income: HandCoins, insurance: ShieldCheck, soil: Sprout, loan: CreditCard };

export function SchemeIcon({ icon }: { icon: Scheme['icon'] }) {
  const Icon = icons[icon];
  return (
    <span
      aria-hidden
      className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
    >
      <Icon size={22} />
    </span>
  );
}
