import type { Account, Profile } from '@upaj/contract/profiles';
import { useState, type ReactNode } from 'react';
import { About } from './about.tsx';
import { useTexts } from '#i18n/locale.ts';
import { Tabs } from '#ui/tabs.tsx';

interface ProfileTabsProps {
  profile: Profile | Account;
  postsLabel: string;
  posts: ReactNode;
}

export function ProfileTabs({ profile, postsLabel, posts }: ProfileTabsProps) {
  const texts = useTexts('profile');
  const [tab, setTab] = useState('posts');
  return (
    <Tabs
      label={texts.sections}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'posts', label: postsLabel, content: posts },
        { id: 'about', label: texts.about, content: <About profile={profile} /> },
      ]}
    />
  );
}
