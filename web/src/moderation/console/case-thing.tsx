import { Link } from '@tanstack/react-router';
import type { CasePage } from '@upaj/contract/moderation/cases';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { Section } from './section.tsx';

export function Photos({ photos }: { photos: readonly string[] }) {
  const t = useT('moderation');
  if (photos.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <li key={photo}>
          <a
            href={photo}
            target="_blank"
            rel="noreferrer"
            className="relative block size-28 overflow-hidden rounded-control"
          >
            <Photo src={photo} alt={t('photo', { number: index + 1 })} sizes="7rem" widest={320} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows the reported post, comment or deal as its readers see it. */
export function CaseThing({ one }: { one: CasePage }) {
  const t = useT('moderation');
  const tNames = useT('names');
  const placeName = usePlaceName();
  const { kind, post, comment, deal, profile, person } = one;
  return (
    <Section title={t(kind === 'verification' ? 'profile' : 'thing')}>
      {one.isHidden && (
        <Badge tone="mirch" className="self-start">
          {t('hidden')}
        </Badge>
      )}
      {post && (
        <>
          <Photos photos={post.images} />
          <p lang={langOf(post.title)} className="font-semibold wrap-anywhere">
            {post.title}
          </p>
          <p>
            {formatMoney(post.price)} {tNames(`unit.${post.priceUnit}`)} · {post.quantity} ·{' '}
            {placeName(post.location.district)}
          </p>
          <p lang={langOf(post.description)} className="whitespace-pre-line wrap-anywhere">
            {post.description}
          </p>
        </>
      )}
      {comment && (
        <>
          <p lang={langOf(comment.text)} className="whitespace-pre-line wrap-anywhere">
            {comment.text}
          </p>
          <p className="text-note text-soft">
            <Link to="/post/$postId" params={{ postId: comment.postId }} className="underline">
              {t('commentOn', { title: comment.postTitle })}
            </Link>
          </p>
        </>
      )}
      {deal && (
        <p className="wrap-anywhere">
          {t('dealBetween', {
            number: deal.number,
            title: deal.title,
            seller: deal.seller,
            buyer: deal.buyer,
          })}
        </p>
      )}
      {!post && !comment && !deal && (
        <>
          {profile.avatar && <Photos photos={[profile.avatar]} />}
          <p lang={langOf(person.fullName)} className="font-semibold">
            {person.fullName}
          </p>
          {profile.bio && (
            <p lang={langOf(profile.bio)} className="whitespace-pre-line wrap-anywhere">
              {profile.bio}
            </p>
          )}
        </>
      )}
    </Section>
  );
}
