import Rows3 from 'lucide-react/icons/rows-3';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { deviceTexts } from '#lib/storage.ts';
import { IconButton } from '#ui/button.tsx';

/** Screens of the same group share the chosen view. */
type Group = 'home' | 'crops';
const keyOf = (group: Group) => `upaj-view-${group}`;

export function useListView(group: Group) {
  const [isCompact, setCompact] = useState(() => read(group));
  const change = (next: boolean) => {
    setCompact(next);
    deviceTexts.write(keyOf(group), next ? 'compact' : 'large');
  };
  return [isCompact, change] as const;
}

function read(group: Group): boolean {
  const chosen = deviceTexts.read(keyOf(group));
  return chosen ? chosen === 'compact' : group === 'crops';
}

interface ViewToggleProps {
  isCompact: boolean;
  onChange: (isCompact: boolean) => void;
}

export function ViewToggle({ isCompact, onChange }: ViewToggleProps) {
  const t = useT('feed');
  return (
    <IconButton
      label={t('compactView')}
      aria-pressed={isCompact}
      onClick={() => onChange(!isCompact)}
      className={isCompact ? 'bg-leaf-wash text-leaf' : 'text-soft hover:bg-leaf-wash'}
    >
      <Rows3 size={22} aria-hidden />
    </IconButton>
  );
}
