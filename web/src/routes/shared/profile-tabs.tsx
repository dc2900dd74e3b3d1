import type { Account, Profile } from '@upaj/contract/users';
import { useState, type ReactNode } from 'react';
import { About } from '#features/users/about.tsx';
import { useT } from '#i18n/locale.ts';
import { Tabs } from '#ui/tabs.tsx';

interface ProfileTabsProps {
  profile: Profile | Account;
  postsLabel: string;
  posts: ReactNode;
}

export function ProfileTabs({ profile, postsLabel, posts }: ProfileTabsProps) {
  const t = useT();
  const [tab, setTab] = useState('posts');
  return (
    <Tabs
      label={t.profile.sections}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'posts', label: postsLabel, content: posts },
        { id: 'about', label: t.profile.about, content: <About profile={profile} /> },
      ]}
    />
  );
}
