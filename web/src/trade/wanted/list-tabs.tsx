import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';

const lists = [
  { to: '/Crops', name: 'offers' },
  { to: '/wanted', name: 'wanted' },
] as const;

/** Switches between the list of posts and the list of wanted posts. */
export function ListTabs() {
  const t = useT('feed');
  return (
    <nav aria-label={t('lists')} className="mb-1.5 md:mb-4">
      <ul className="inline-grid w-full grid-cols-2 gap-1 rounded-full border border-line bg-card sm:w-72 sm:p-1">
        {lists.map(({ to, name }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="grid min-h-11 place-items-center rounded-full px-4 text-soft hover:text-ink aria-[current=page]:bg-leaf-wash aria-[current=page]:font-semibold aria-[current=page]:text-leaf"
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
