import { avatarWidths, imageVariant } from '@upaj/contract/limits';
import type { PersonCheck } from '@upaj/contract/people/checks';
import BadgeCheck from 'lucide-react/icons/badge-check';
import UserRound from 'lucide-react/icons/user-round';
import { useState, type ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { cx } from './cx.ts';

const sizes = {
  small: 'size-10 text-note',
  medium: 'size-14 text-lead',
  large: 'size-20 text-title md:size-24',
};

interface AvatarProps {
  name: string;
  src: string | null;
  size?: keyof typeof sizes;
}

export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const hasPhoto = src !== null && src !== failed && isShowable(src);
  const [smallWidth, largeWidth] = avatarWidths;
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-leaf-wash font-bold text-leaf',
        sizes[size],
      )}
    >
      {hasPhoto ? (
        <img
          src={imageVariant(src, size === 'large' ? largeWidth : smallWidth)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** Shown for a person without a photo. */
export function PersonIcon(props: ComponentProps<typeof UserRound>) {
  return <UserRound aria-hidden {...props} />;
}

/** Returns grapheme clusters: 'Gurpreet Singh' becomes 'GS', and 'किरण' becomes 'कि'. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => firstLetter(word ?? '')).join('');
}

function firstLetter(word: string): string {
  return (/^\P{M}\p{M}*/u.exec(word)?.[0] ?? '').toUpperCase();
}

interface Verified {
  verifiedFor?: readonly PersonCheck[] | undefined;
}

/** Says what was checked about a person, if that is recorded. */
export function useVerifiedText({ verifiedFor = [] }: Verified): string {
  const t = useT('common');
  const checks = verifiedFor.map((check) => t(`check.${check}`)).join(', ');
  return checks ? `${t('verified')}: ${checks}` : t('verified');
}

export function VerifiedTick({ of }: { of: Verified }) {
  const text = useVerifiedText(of);
  return (
    <BadgeCheck size={18} role="img" aria-label={text} className="shrink-0 text-sky">
      <title>{text}</title>
    </BadgeCheck>
  );
}

/** Photos are loaded only from http(s) addresses and from this site. */
export function isShowable(source: string): boolean {
  return /^https?:\/\//i.test(source) || source.startsWith('/');
}
