import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Tabs } from '#ui/tabs.tsx';
import { readTab, type TabSearch } from './tab.ts';

interface ProfileTabsProps {
  tab: string | undefined;
  /** The first tab has no parameter, so `search` is empty for it. */
  onTab: (search: TabSearch) => void;
  labels: { posts: string; reviews: string };
  posts: ReactNode;
  /** Only one's own profile has this tab. */
  saved?: ReactNode;
  about: ReactNode;
  reviews: ReactNode;
}

export function ProfileTabs({
  tab = 'posts',
  onTab,
  labels,
  posts,
  saved,
  about,
  reviews,
}: ProfileTabsProps) {
  const t = useT('profile');
  return (
    <Tabs
      label={t('sections')}
      value={tab}
      onChange={(id) => onTab(readTab({ tab: id }))}
      tabs={[
        { id: 'posts', label: labels.posts, content: posts },
        ...(saved ? [{ id: 'saved', label: t('savedPosts'), content: saved }] : []),
        { id: 'about', label: t('about'), content: about },
        { id: 'reviews', label: labels.reviews, content: reviews },
      ]}
    />
  );
}
