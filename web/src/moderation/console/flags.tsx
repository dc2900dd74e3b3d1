import { Link } from '@tanstack/react-router';
import type { CasePage } from '@upaj/contract/moderation/cases';
import type { Flag } from '@upaj/contract/moderation/flags';
import { nameOfCrop, useCrops } from '#i18n/crop-names.ts';
import { langOf, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney, useFormat } from '#lib/format.ts';
import { Section } from './section.tsx';

/** Shows what automatic rules found, with the posts and people that they compared. */
export function Flags({ flags }: Pick<CasePage, 'flags'>) {
  const t = useT('moderation');
  const textOf = useFlagText();
  const { ago } = useFormat();
  if (flags.length === 0) return null;
  return (
    <Section title={t('flags')}>
      <ul className="flex flex-col gap-3">
        {flags.map((flag) => (
          <li key={flag._id} className="flex flex-col gap-1">
            <p className="font-medium wrap-anywhere">{textOf(flag)}</p>
            {flag.related.length > 0 && (
              <ul className="flex flex-col">
                {flag.related.map((related) => (
                  <li key={related.postId ?? related.username}>
                    <RelatedLink related={related} />
                  </li>
                ))}
              </ul>
            )}
            {flag.rule === 'former-account' && flag.caseId && (
              <Link to="/moderation/$caseId" params={{ caseId: flag.caseId }} className={linkStyle}>
                {t('formerCase')}
              </Link>
            )}
            <p className="text-note text-soft">{ago(flag.createdAt)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const linkStyle = 'text-leaf underline wrap-anywhere';

function RelatedLink({ related: { username, postId, title } }: { related: Flag['related'][number] }) {
  return postId ? (
    <Link to="/post/$postId" params={{ postId }} className={linkStyle}>
      <span lang={langOf(title)}>{title}</span> @{username}
    </Link>
  ) : (
    <Link to="/user/$username" params={{ username }} className={linkStyle}>
      @{username}
    </Link>
  );
}

function useFlagText(): (flag: Flag) => string {
  const t = useT('moderation');
  const tNames = useT('names');
  const tCaution = useT('caution');
  const locale = useLocale();
  const placeName = usePlaceName();
  const known = useCrops();
  return (flag) => {
    switch (flag.rule) {
      case 'price-above':
      case 'price-below': {
        const crop = known?.findCrop(flag.crop);
        return t(`flag.${flag.rule}`, {
          times: flag.times,
          crop: crop ? nameOfCrop(crop, locale) : flag.crop,
          district: placeName(flag.district),
          price: `${formatMoney(flag.modalPrice)} ${tNames('unit.per quintal')}`,
        });
      }
      case 'same-photo':
      case 'same-text':
      case 'same-device':
      case 'same-aadhaar':
        return t(`flag.${flag.rule}`, { count: flag.accounts });
      case 'same-address':
        return t('flag.same-address', { count: flag.accounts, hours: flag.hours });
      case 'closed-circle':
        return t('flag.closed-circle', { count: flag.accounts, deals: flag.deals, days: flag.days });
      case 'former-account':
        return t('flag.former-account', {
          details: flag.by.map((detail) => t(`shared.${detail}`)).join(', '),
        });
      case 'words':
        return t('flag.words', { words: flag.words.join(', ') });
      case 'badge-changed':
        return t('flag.badge-changed', {
          parts: flag.changed.map((part) => tCaution(`part.${part}`)).join(', '),
        });
      case 'removed-copy':
      case 'phone-in-title':
        return t(`flag.${flag.rule}`);
    }
  };
}
