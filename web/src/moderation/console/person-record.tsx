import { Link } from '@tanstack/react-router';
import type { CasePage, LinkedAccount } from '@upaj/contract/moderation/cases';
import { langOf, useT } from '#i18n/locale.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { useVerifiedText } from '#ui/avatar.tsx';
import { Facts } from '#ui/card.tsx';
import { DecisionList } from './decision-list.tsx';
import { Section } from './section.tsx';

export function PersonRecord({ one: { person, record, decisions } }: { one: CasePage }) {
  const t = useT('moderation');
  const { date } = useFormat();
  const verified = useVerifiedText(record);
  const yes = (is: boolean) => t(is ? 'yes' : 'no');
  const shown = new Set(decisions.map(({ _id }) => _id));
  return (
    <aside className="flex min-w-0 flex-col gap-5" aria-label={t('record')}>
      <Section title={t('record')}>
        <Link
          to="/user/$username"
          params={{ username: person.username }}
          className="font-semibold text-leaf wrap-anywhere"
        >
          <span lang={langOf(person.fullName)}>{person.fullName}</span> @{person.username}
        </Link>
        <Facts
          facts={[
            { label: t('since'), value: date(record.createdAt) },
            { label: t('verified'), value: record.isVerified ? verified : t('no') },
            {
              label: t('verifiedAs'),
              value:
                record.badgeReview &&
                record.verifiedAs &&
                [record.verifiedAs.fullName, record.verifiedAs.businessName].filter(Boolean).join(', '),
            },
            { label: t('suspended'), value: yes(record.isSuspended) },
            { label: t('restrictedUntil'), value: record.restrictedUntil && date(record.restrictedUntil) },
            { label: t('posts'), value: formatCount(record.posts) },
            {
              label: t('deals'),
              value: t('dealsOf', { completed: record.dealsCompleted, ended: record.dealsEnded }),
            },
            { label: t('reportsAbout'), value: formatCount(record.reports) },
          ]}
        />
      </Section>
      <LinkedAccounts accounts={record.linkedAccounts} />
      <DecisionList title={t('earlier')} decisions={record.decisions.filter(({ _id }) => !shown.has(_id))} />
    </aside>
  );
}

function LinkedAccounts({ accounts }: { accounts: readonly LinkedAccount[] }) {
  const t = useT('moderation');
  if (accounts.length === 0) return null;
  return (
    <Section title={t('linked')}>
      <ul className="flex flex-col gap-3">
        {accounts.map(({ _id, username, hours }) => (
          <li key={_id}>
            <Link to="/user/$username" params={{ username }} className="text-leaf underline wrap-anywhere">
              @{username}
            </Link>
            <p className="text-note text-soft">
              {hours === null ? t('linked.same-device') : t('linked.same-address', { hours })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
