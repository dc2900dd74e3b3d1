import { languages } from '@upaj/contract/texts';
import Languages from 'lucide-react/icons/languages';
import { useState } from 'react';
import { likelyLanguages } from '#i18n/likely-languages.ts';
import { rememberChoice, setLocale, useLocale, useT, type Locale } from '#i18n/locale.ts';
import { isBuildReplaced, reloadOnce } from '#lib/reload.ts';
import { iconButtonClass } from './button.tsx';
import { ChipGroup } from './chip.tsx';
import { cx } from './cx.ts';
import { toast } from './toast/toast.ts';

function useChoose(): (chosen: string) => void {
  const t = useT('shell');
  return (chosen) => {
    const locale = chosen as Locale;
    setLocale(locale).catch(async () => {
      if ((await isBuildReplaced()) && reloadOnce()) rememberChoice(locale);
      else toast.error(t('languageFailed'));
    });
  };
}

interface LanguageSelectProps {
  /** The state of the user's address suggests languages. */
  state?: string | undefined;
  className?: string;
}

/** Shows all languages by their own names. The current one is first, where a row on a phone shows it. */
export function LanguageChips({ layout }: { layout?: 'row' }) {
  const t = useT('shell');
  const locale = useLocale();
  const choose = useChoose();
  // The chips do not move when one is pressed.
  const [first] = useState(locale);
  return (
    <ChipGroup
      label={t('language')}
      options={likelyLanguages([first, ...navigator.languages]).map((value) => ({
        value,
        label: languages[value],
        lang: value,
      }))}
      value={locale}
      onChange={choose}
      {...(layout && { layout })}
    />
  );
}

/** The native picker lies over the icon, so that a press opens it. */
export function LanguageSelect({ state, className }: LanguageSelectProps) {
  const t = useT('shell');
  const locale = useLocale();
  const choose = useChoose();
  return (
    <span
      className={cx(
        iconButtonClass('has-[select:focus-visible]:outline-3 has-[select:focus-visible]:outline-sky'),
        className,
      )}
    >
      <Languages size={21} aria-hidden />
      <select
        aria-label={t('language')}
        value={locale}
        onChange={(event) => choose(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer text-base opacity-0"
      >
        {likelyLanguages(navigator.languages, state).map((language) => (
          <option key={language} value={language} lang={language} className="bg-card text-ink">
            {languages[language]}
          </option>
        ))}
      </select>
    </span>
  );
}
