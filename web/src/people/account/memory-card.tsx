import { useT } from '#i18n/locale.ts';
import { isRemembering, setRemembering } from '#lib/remembering.ts';
import { useSignal } from '#lib/signal.ts';
import { Switch } from '#ui/switch.tsx';
import { SettingsCard } from './settings-card.tsx';

export function MemoryCard() {
  const t = useT('settings');
  const isOn = useSignal(isRemembering);
  return (
    <SettingsCard title={t('memory.title')} text={t('memory.text')}>
      <div className="w-full">
        <Switch
          label={t('memory.forget')}
          checked={!isOn}
          onChange={({ target }) => setRemembering(!target.checked)}
        />
      </div>
    </SettingsCard>
  );
}
