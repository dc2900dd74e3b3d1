import type { CasePage } from '@upaj/contract/moderation/cases';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Photos } from './case-thing.tsx';
import { DecisionItem } from './decision-list.tsx';
import { Section } from './section.tsx';

/** Shows the text of the appeal and the appealed decision. To grant the appeal, a moderator undoes that decision. */
export function Appeal({ appeal: { text, decision } }: { appeal: NonNullable<CasePage['appeal']> }) {
  const t = useT('moderation');
  return (
    <Section title={t('appeal')}>
      <p lang={langOf(text)} className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <DecisionItem decision={decision} />
    </Section>
  );
}

/** Shows what the case was about when its author deleted the account. */
export function Evidence({ evidence }: { evidence: NonNullable<CasePage['evidence']> }) {
  const t = useT('moderation');
  const { date } = useFormat();
  const { username, fullName, title, text, images, until } = evidence;
  const name = title || [fullName, username && `@${username}`].filter(Boolean).join(' ');
  return (
    <Section title={t('evidence')}>
      <p className="text-note text-soft">{t('evidenceText', { date: date(until) })}</p>
      <Photos photos={images} />
      {name && (
        <p lang={langOf(name)} className="font-semibold wrap-anywhere">
          {name}
        </p>
      )}
      {text && (
        <p lang={langOf(text)} className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
    </Section>
  );
}

export function Messages({ messages }: Pick<CasePage, 'messages'>) {
  const t = useT('moderation');
  const { time } = useFormat();
  if (messages.length === 0) return null;
  return (
    <Section title={t('messages')}>
      <p className="text-note text-soft">{t('messagesText')}</p>
      <ul className="flex flex-col gap-3">
        {messages.map(({ _id, username, text, images, createdAt, isReported }) => (
          <li key={_id} className="flex flex-col gap-1 border-l-4 border-line pl-3">
            <p className="flex flex-wrap items-center gap-2 text-note text-soft">
              @{username} · {time(Date.parse(createdAt))}
              {isReported && <Badge tone="mirch">{t('reported')}</Badge>}
            </p>
            {text && (
              <p lang={langOf(text)} className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            )}
            <Photos photos={images} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Reports({ reports, count }: Pick<CasePage, 'reports'> & { count: number }) {
  const t = useT('moderation');
  const { ago } = useFormat();
  if (reports.length === 0) return null;
  return (
    <Section title={t('reportsCount', { count: Math.max(count, reports.length) })}>
      <ul className="flex flex-col gap-3">
        {reports.map(({ _id, reason, details, weight, username, createdAt }) => (
          <li key={_id}>
            <p className="font-medium">{t(`reported.${reason}`)}</p>
            {details && (
              <p lang={langOf(details)} className="whitespace-pre-line wrap-anywhere">
                {details}
              </p>
            )}
            <p className="text-note text-soft">
              {username ? `@${username}` : t('noReporter')} · {t('weight', { weight })} · {ago(createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface VerificationRequestProps {
  caseId: string;
  request: NonNullable<CasePage['verification']>;
}

/** Shows a request for the badge. The server records each load of the photo, which no cache stores. */
export function VerificationRequest({ caseId, request: { check, gstNumber } }: VerificationRequestProps) {
  const t = useT('moderation');
  const photo = `/api/v1/moderation/cases/${caseId}/photo`;
  return (
    <>
      <Section title={t('verification')}>
        <p className="font-semibold">{t(`verification.${check}`)}</p>
        {gstNumber && <p className="wrap-anywhere">{t('verification.gstNumber', { number: gstNumber })}</p>}
        <img
          src={photo}
          alt={t('verification.photo')}
          className="max-h-[80dvh] w-full rounded-control border border-line object-contain"
        />
        <p className="text-note text-soft">{t('verification.text')}</p>
      </Section>
      <Section title={t('guide')}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {t(`guide.${check}`)
            .split('\n')
            .map((line) => (
              <li key={line}>{line}</li>
            ))}
        </ul>
      </Section>
    </>
  );
}
