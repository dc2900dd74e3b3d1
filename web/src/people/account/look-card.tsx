import { textGroup, useT } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { LanguageChips } from '#ui/language.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { setTheme, useTheme, type Theme } from '#ui/theme.ts';
import { SettingsCard } from './settings-card.tsx';

export function LookCard() {
  const tShell = useT('shell');
  const t = useT('settings');
  const theme = useTheme();
  return (
    <SettingsCard title={t('look')}>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-semibold">
          {tShell('language')}
        </p>
        <LanguageChips />
      </div>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('colours')}
        </p>
        <ChipGroup
          label={t('colours')}
          options={toOptions(textGroup('settings', 'themes'))}
          value={theme}
          onChange={(chosen) => setTheme(chosen as Theme)}
        />
      </div>
    </SettingsCard>
  );
}
