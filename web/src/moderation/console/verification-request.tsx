import type { CasePage } from '@upaj/contract/moderation/cases';
import { useT } from '#i18n/locale.ts';
import { Section } from './section.tsx';

interface VerificationRequestProps {
  caseId: string;
  request: NonNullable<CasePage['verification']>;
}

/** Each load of the photo is recorded, and no cache stores it. */
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
