import { setLocale, useLocale, useT, useTexts, type Locale } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import { setTheme, useTheme, type Theme } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { SettingsCard } from './settings-card.tsx';

export function LookCard() {
  const t = useT();
  const texts = useTexts('settings');
  const locale = useLocale();
  const theme = useTheme();
  return (
    <SettingsCard title={texts.look}>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-semibold">
          {texts.language}
        </p>
        <ChipGroup
          label={texts.language}
          options={toOptions(texts.languages)}
          value={locale}
          onChange={(chosen) => setLocale(chosen as Locale).catch(() => toast.error(t.shell.languageFailed))}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden className="font-semibold">
          {texts.colours}
        </p>
        <ChipGroup
          label={texts.colours}
          options={toOptions(texts.themes)}
          value={theme}
          onChange={(chosen) => setTheme(chosen as Theme)}
        />
      </div>
    </SettingsCard>
  );
}
