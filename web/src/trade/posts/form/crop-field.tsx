import { limits } from '@upaj/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { findTypedCrop, useCropSuggestions } from '#mandi/crops/crop-search.ts';
import { MeantCrops } from '#mandi/crops/meant-crops.tsx';
import { useT } from '#i18n/locale.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';
import { TextField } from '#ui/text-field.tsx';
import { emptyValues, type PostFormValues } from './form-values.ts';
import { useAboutField } from './use-field.ts';

async function loadCombobox() {
  const [{ ComboboxField }, { CropPicture }] = await Promise.all([
    import('#ui/forms/combobox-field.tsx'),
    import('#mandi/rates/crop-picture.tsx'),
  ]);
  return { ComboboxField, CropPicture };
}

/**
 * Accepts free text and suggests crops once they are loaded. A known crop suggests its category, a title and its
 * unit.
 */
export function CropField() {
  const t = useT('create-post');
  const about = useAboutField();
  const { getValues, setValue, formState, subscribe } = useFormContext<PostFormValues>();
  const { value, onChange, onBlur, name, ref } = useController<PostFormValues, 'cropType'>({
    name: 'cropType',
  }).field;
  const lastCrop = useRef(findTypedCrop(getValues('cropType')));
  const { suggestions, crop, meant } = useCropSuggestions(value);

  // A unit that the seller chose is not replaced by the usual one of a new crop.
  const isUnitChosen = useRef(false);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: changed, type }) => {
          if (changed === 'priceUnit' && type === 'change') isUnitChosen.current = true;
        },
      }),
    [subscribe],
  );

  function suggest(
    field: 'title' | 'category' | 'priceUnit',
    before: string | undefined,
    after: string,
  ): void {
    const isUntouched = getValues(field) === (before ?? emptyValues[field]);
    if (isUntouched) setValue(field, after, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  function applyCrop(typed: ReturnType<typeof findTypedCrop>): void {
    if (!typed || typed.id === lastCrop.current?.id) return;
    const before = lastCrop.current;
    lastCrop.current = typed;
    suggest('category', before?.category, typed.category);
    suggest('title', before?.name, typed.name);
    // A typed price keeps its unit: a new one would turn ₹30 per kg into ₹30 per quintal.
    if (!isUnitChosen.current && getValues('price').trim() === '')
      suggest('priceUnit', before?.unit, typed.unit ?? emptyValues.priceUnit);
  }

  const changed = useRef<string>(undefined);
  function change(text: string): void {
    onChange(text);
    changed.current = text;
    applyCrop(findTypedCrop(text));
  }

  // The server may know a crop that was typed in full.
  useEffect(() => {
    if (changed.current === value) applyCrop(crop);
  });

  const [isFocused, setFocused] = useState(false);
  const combobox = useLoaded('crop-combobox', loadCombobox, useIsShown());
  const shared = {
    ...about('cropType'),
    label: t('labels.cropType'),
    placeholder: t('cropExample'),
    value,
    name,
    limit: limits.shortText.max,
    ref,
  };
  // The suggestions load later because they are a third of the screen's code. Replacing a focused field would take
  // the focus.
  if (combobox && !isFocused)
    return (
      <>
        <combobox.ComboboxField
          {...shared}
          suggestions={suggestions}
          renderPicture={(crop) => <combobox.CropPicture crop={crop} />}
          onChange={change}
          onBlur={onBlur}
        />
        <MeantCrops crops={meant} onChoose={change} />
      </>
    );
  return (
    <TextField
      {...shared}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        onBlur();
      }}
    />
  );
}
