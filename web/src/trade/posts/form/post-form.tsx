import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { FormProvider, useForm, useFormContext, useWatch, type Resolver } from 'react-hook-form';
import { textGroup, useT } from '#i18n/locale.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { CropField } from './crop-field.tsx';
import type { FormContent } from './draft.ts';
import { FormSection } from './form-layout.tsx';
import type { FieldName, PostFormValues } from './form-values.ts';
import { OptionsSection } from './options-section.tsx';
import { PhotosSection } from './photos-section.tsx';
import { PriceSection, usePriceCheck } from './price-section.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useField } from './use-field.ts';
import { usePhotos } from './use-photos.ts';
import { useSubmit, type SendPost } from './use-submit.ts';

interface PostFormProps {
  initial: FormContent;
  action: string;
  busyAction: string;
  failed: string;
  send: SendPost;
  onCancel: () => void;
  onChange: (content: FormContent) => void;
}

/** The schema is a tenth of the screen's code, so it loads when a field is used. */
const loadCheck = () => import('./check-post.ts').catch(() => undefined);

/** Without the schema, the server alone validates. */
const resolver: Resolver<PostFormValues> = async (values, context, options) =>
  (await loadCheck())?.checkPost(values, context, options) ?? { values, errors: {} };

export function PostForm({ initial, action, busyAction, failed, send, onCancel, onChange }: PostFormProps) {
  const t = useT('create-post');
  const form = useForm<PostFormValues>({ defaultValues: initial.values, resolver, shouldFocusError: false });
  // The form library renders synchronously once it is ready. The sections follow as a transition, in pieces.
  const isReady = useDeferredValue(form.formState.isReady);
  const photos = usePhotos(initial.photos, () => form.clearErrors('root.images'));
  const element = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  function focusField(name: FieldName | 'images'): void {
    if (name === 'images') picker.current?.focus({ preventScroll: true });
    else element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus({ preventScroll: true });
    // Centred, so that no fixed bar covers it.
    document.activeElement?.scrollIntoView({ block: 'center' });
  }

  const checkPrice = usePriceCheck();
  const { sending, submit, stop } = useSubmit({ form, photos, send, failed, focusField, checkPrice });

  const report = useEffectEvent(() => {
    void loadCheck();
    onChange({ values: form.getValues(), photos: photos.list });
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: report }), [form]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) report();
    isFirst.current = false;
  }, [photos.list]);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className={
          // Scrolls focused fields clear of the bars below.
          'flex flex-col gap-4 [&_:is(input,select,textarea,button)]:scroll-mb-44 md:gap-5 ' +
          'md:[&_:is(input,select,textarea,button)]:scroll-mb-8'
        }
      >
        <p className="-mb-1 text-soft">{t('intro')}</p>
        {isReady && (
          <>
            <fieldset disabled={sending !== undefined} className="flex min-w-0 flex-col gap-4 md:gap-5">
              <BasicSection />
              <PriceSection />
              <PlaceSection />
              <DetailsSection />
              <OptionsSection />
              <PhotosSection photos={photos} sending={sending} pickerRef={picker} />
            </fieldset>
            <SubmitBar
              action={action}
              busyAction={busyAction}
              sending={sending}
              onCancel={sending ? stop : onCancel}
            />
          </>
        )}
      </form>
    </FormProvider>
  );
}

function DetailsSection() {
  const t = useT('create-post');
  const field = useField();
  const text = { autoComplete: 'off', limit: limits.shortText.max };
  return (
    <FormSection title={t('specifications')}>
      <TextField {...field('shelLife')} {...text} hint={t('shelfLifeHint')} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...field('variety')} {...text} placeholder={t('varietyExample')} />
        <TextField {...field('harvestDate')} type="date" />
        <TextField {...field('minorderQunatity')} {...text} placeholder={t('minimumOrderExample')} />
        <TextField {...field('packaging')} {...text} placeholder={t('packagingExample')} />
      </div>
    </FormSection>
  );
}

function BasicSection() {
  const t = useT('create-post');
  const field = useField();
  return (
    <FormSection title={t('basic')}>
      <TextField
        {...field('title')}
        placeholder={t('titleExample')}
        limit={limits.title.max}
        enterKeyHint="next"
      />
      <TextArea
        {...field('description')}
        hint={t('descriptionHint')}
        limit={limits.description.max}
        rows={4}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <CropField />
        <SelectField
          {...field('category')}
          placeholder={t('choose')}
          options={toOptions(textGroup('names', 'category'))}
        />
      </div>
    </FormSection>
  );
}

function PlaceSection() {
  const t = useT('create-post');
  const options = usePlaceOptions();
  const field = useField();
  const { control, register, resetField } = useFormContext<PostFormValues>();
  const state = useWatch({ control, name: 'state' });
  const text = { limit: limits.shortText.max };

  return (
    <FormSection title={t('place')}>
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          {...field('state')}
          {...register('state', { onChange: () => resetField('district', { defaultValue: '' }) })}
          placeholder={t('choose')}
          options={options(states)}
        />
        <SelectField
          {...field('district')}
          placeholder={state ? t('choose') : t('stateFirst')}
          options={options(districtsOf(state))}
        />
        <TextField {...field('city')} {...text} hint={t('cityHint')} />
        <TextField {...field('village')} {...text} hint={t('villageHint')} />
        <TextField {...field('pincode')} inputMode="numeric" autoComplete="postal-code" />
      </div>
    </FormSection>
  );
}
