import { isComposing } from '#lib/composing.ts';
import { useDeferredValue, useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { FormProvider, useForm, type Resolver } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import type { FormContent } from './draft.ts';
import type { FieldName, PostFormValues } from './form-values.ts';
import { FormStep, StepBar, stepOf, useSteps } from './form-steps.tsx';
import { BasicSection, DetailsSection, PlaceSection } from './goods-sections.tsx';
import { OptionsSection } from './options-section.tsx';
import { PhotosSection } from './photos-section.tsx';
import { PriceSection, usePriceCheck } from './price-section.tsx';
import { SentenceSection } from './sentence-section.tsx';
import { SubmitBar } from './submit-bar.tsx';
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
  /** A new post: phones show the form in steps, and a sentence may fill it in. */
  hasSteps?: boolean;
}

/** The schema is a tenth of the screen's code, so it loads only when a field is used. */
const loadCheck = () => import('./check-post.ts').catch(() => undefined);

/** If the schema cannot be loaded, only the server validates. */
const resolver: Resolver<PostFormValues> = async (values, context, options) =>
  (await loadCheck())?.checkPost(values, context, options) ?? { values, errors: {} };

export function PostForm({ initial, action, busyAction, failed, hasSteps, ...callbacks }: PostFormProps) {
  const { send, onCancel, onChange } = callbacks;
  const t = useT('create-post');
  const form = useForm<PostFormValues>({ defaultValues: initial.values, resolver, shouldFocusError: false });
  // The form library renders synchronously once it is ready. The sections follow as a transition, in pieces.
  const isReady = useDeferredValue(form.formState.isReady);
  const photos = usePhotos(initial.photos, () => form.clearErrors('root.images'));
  const element = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  const steps = useSteps(hasSteps === true);

  function focusField(name: FieldName | 'images'): void {
    steps.show(stepOf(name));
    element.current?.querySelector(`[name="${name}"]`)?.closest('details')?.setAttribute('open', '');
    if (name === 'images') picker.current?.focus({ preventScroll: true });
    else element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus({ preventScroll: true });
    // The field is centred, so that no fixed bar covers it.
    document.activeElement?.scrollIntoView({ block: 'center' });
  }

  const checkPrice = usePriceCheck();
  const { sending, submit, checkStep, stop } = useSubmit({
    form,
    photos,
    send,
    failed,
    focusField,
    checkPrice,
  });

  async function goOn(): Promise<void> {
    if (await checkStep(steps.step)) steps.show(steps.step + 1);
  }

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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields bubble */}
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void (steps.isLast ? submit() : goOn());
        }}
        onKeyDown={steps.isOn ? focusNext : undefined}
        className={
          // The margin keeps focused fields clear of the bars below.
          'flex flex-col gap-4 [&_:is(input,select,textarea,button)]:scroll-mb-44 md:gap-5 ' +
          'md:[&_:is(input,select,textarea,button)]:scroll-mb-8'
        }
      >
        {steps.isOn ? <StepBar step={steps.step} /> : <p className="-mb-1 text-soft">{t('intro')}</p>}
        {isReady && (
          <>
            <fieldset disabled={sending !== undefined} className="min-w-0">
              <FormStep isShown={steps.shows(0)}>
                <PhotosSection photos={photos} sending={sending} pickerRef={picker} />
              </FormStep>
              <FormStep isShown={steps.shows(1)}>
                {hasSteps && <SentenceSection />}
                <BasicSection />
                <PriceSection />
              </FormStep>
              <FormStep isShown={steps.shows(2)}>
                <PlaceSection />
                <DetailsSection />
                <OptionsSection />
              </FormStep>
            </fieldset>
            <SubmitBar
              action={steps.isLast ? action : t('next')}
              busyAction={busyAction}
              sending={sending}
              onCancel={sending ? stop : onCancel}
              onBack={steps.step > 0 ? steps.back : undefined}
            />
          </>
        )}
      </form>
    </FormProvider>
  );
}

/** Enter goes to the next field, as a phone's keyboard promises. On the last field it ends the step. */
function focusNext(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
  if (event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.type === 'file' || target.type === 'checkbox' || target.name === '') return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input[name]:not([type=file]), textarea')];
  const next = fields.slice(fields.indexOf(target) + 1).find((field) => field.getClientRects().length > 0);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
