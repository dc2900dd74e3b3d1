import BadgeCheck from 'lucide-react/icons/badge-check';
import { useT } from '#i18n/locale.ts';

export function VerifiedTick() {
  const t = useT();
  return <BadgeCheck size={18} role="img" aria-label={t.post.verified} className="shrink-0 text-sky" />;
}
