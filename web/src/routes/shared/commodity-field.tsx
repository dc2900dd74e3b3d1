import { useQuery } from '@tanstack/react-query';
import { foldText } from '@upaj/contract/fold-text';
import type { Rate } from '@upaj/contract/mandi/rates';
import { useState } from 'react';
import { useFoundCrops } from '#mandi/crops/crop-search.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useCrops } from '#i18n/crop-names.ts';
import { commoditiesQuery, useCommodityName } from '#mandi/names.ts';
import { CropPicture } from '#mandi/rates/crop-picture.tsx';
import { Button } from '#ui/button.tsx';
import { ComboboxField, type Suggestion } from '#ui/forms/combobox-field.tsx';

interface CommodityFieldProps {
  commodity: string;
  onChange: (commodity: string) => void;
  /**
   * A search label replaces the label and the hint. The field can then be cleared, and its list loads only when it is
   * used.
   */
  searchLabel?: string;
}

export function CommodityField({ commodity, onChange, searchLabel }: CommodityFieldProps) {
  const tCommon = useT('common');
  const t = useT('market');
  const [isUsed, setUsed] = useState(false);
  const {
    data: commodities,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...commoditiesQuery,
    enabled: !searchLabel || isUsed || commodity !== '',
  });
  const choices = useChoices(commodities);
  const chosen = choices.find(({ key }) => key === commodity)?.value ?? commodity;
  // Typed text stays as it is until it matches a commodity.
  const [typed, setTyped] = useState<string>();
  const { suggestions, isSearching } = useFoundCrops(typed ?? '', choices);
  const isUnknown =
    typed !== undefined &&
    typed.trim() !== '' &&
    choices.length > 0 &&
    !isSearching &&
    !suggestions.some((choice) => isPartOf(typed, choice));
  const take = (text: string) => {
    if (searchLabel && text.trim() === '' && commodity) onChange('');
    const found = choices.find(({ value }) => foldText(value) === foldText(text));
    setTyped(found ? undefined : text);
    if (found && found.key !== commodity) onChange(found.key);
  };
  return (
    <div className="flex flex-col items-start gap-2 *:first:w-full">
      <ComboboxField
        label={searchLabel ?? t('sellCommodity')}
        isLabelHidden={searchLabel !== undefined}
        placeholder={searchLabel}
        hint={searchLabel ? undefined : t('sellCommodityHint')}
        onFocus={() => setUsed(true)}
        value={typed ?? chosen}
        onChange={take}
        suggestions={suggestions}
        renderPicture={(name) => <CropPicture crop={name} />}
        error={isUnknown ? t('sellUnknown') : undefined}
      />
      {!commodities && error && (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>
            {t('commoditiesFailed')} {errorText(error)}
          </p>
          <Button variant="line" busy={isFetching} onClick={() => void refetch()}>
            {tCommon('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

function isPartOf(typed: string, { value, note = '', isFound = false }: Suggestion): boolean {
  return isFound || foldText(`${value} ${note}`).includes(foldText(typed));
}

interface Choice extends Suggestion {
  key: string;
}

/** Returns one entry per crop, although AGMARKNET has several names for some. */
function useChoices(commodities: readonly Pick<Rate, 'commodity' | 'crop'>[] = []): Choice[] {
  const locale = useLocale();
  const known = useCrops();
  const nameOf = useCommodityName();
  const byKey = new Map<string, Choice>();
  for (const { commodity, crop } of commodities) {
    const key = crop ?? commodity;
    if (byKey.has(key)) continue;
    const found = crop ? known?.findCrop(crop) : undefined;
    const value = nameOf({ commodity, crop }).name;
    const names = [found?.[locale === 'en' ? 'hi' : 'en'], commodity].filter(
      (name) => name && name !== value,
    );
    byKey.set(key, { key, value, note: [...new Set(names)].join(' · ') });
  }
  return [...byKey.values()].sort((a, b) => a.value.localeCompare(b.value, locale));
}
