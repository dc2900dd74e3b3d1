import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Menu } from '#ui/menu.tsx';
import { Report } from './report.tsx';
import { useBlock, type Blockable } from './block.tsx';

export function PersonMenu({ person }: { person: Blockable }) {
  const t = useT('safety');
  const { confirmBlock } = useBlock(person);
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <Menu
        label={t('more')}
        items={[
          {
            label: person.isBlocked ? t('unblock') : t('block'),
            icon: <Ban size={19} aria-hidden />,
            onSelect: () => void confirmBlock(),
            isDangerous: !person.isBlocked,
          },
          {
            label: t('report'),
            icon: <Flag size={19} aria-hidden />,
            onSelect: () => setReporting(true),
          },
        ]}
      />
      {isReporting && <Report kind="user" targetId={person._id} onClose={() => setReporting(false)} />}
    </>
  );
}
