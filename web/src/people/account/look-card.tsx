import { languages } from '@upaj/contract/texts';
import { type Locale, setLocale, textGroup, useLocale, useT } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { setTheme, useTheme, type Theme } from '#ui/theme.ts';
import { toast } from '#ui/toast/toast.ts';
import { SettingsCard } from './settings-card.tsx';

export function LookCard() {
  const tShell = useT('shell');
  const t = useT('settings');
  const locale = useLocale();
  const theme = useTheme();
  return (
    <SettingsCard title={t('look')}>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('language')}
        </p>
        <ChipGroup
          label={t('language')}
          options={toOptions(languages)}
          value={locale}
          onChange={(chosen) =>
            setLocale(chosen as Locale).catch(() => toast.error(tShell('languageFailed')))
          }
        />
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
