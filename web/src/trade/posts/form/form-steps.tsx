import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '#i18n/locale.ts';
import { addLayer } from '#lib/layers.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { ProgressBar } from '#ui/loading.tsx';
import { fieldOrder, type FieldName } from './form-values.ts';

/** The steps are: photos; crop, quantity and price; place and the rest. */
const stepCount = 3;
const goods: ReadonlySet<FieldName | 'images'> = new Set<FieldName>([
  'title',
  'description',
  'category',
  'cropType',
  'price',
  'priceUnit',
  'quantity',
  'originalPrice',
]);

export function stepOf(name: FieldName | 'images'): number {
  return name === 'images' ? 0 : goods.has(name) ? 1 : 2;
}

export const fieldsOf = (step: number) => fieldOrder.filter((name) => stepOf(name) === step);

/** Phones show one step at a time, other screens all of them. */
export function useSteps(isWanted: boolean) {
  const isPhone = useMediaQuery('(max-width: 47.99rem)');
  const isOn = isWanted && isPhone;
  const [step, setStep] = useState(0);
  const back = () => setStep((current) => Math.max(0, current - 1));
  useEffect(() => (isOn && step > 0 ? addLayer(back) : undefined), [isOn, step]);
  useEffect(() => {
    if (!isOn) return;
    window.scrollTo(0, 0);
    // Blurring closes the list of crops, which would cover the next step.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [isOn, step]);
  return {
    isOn,
    step: isOn ? step : 0,
    isLast: !isOn || step === stepCount - 1,
    shows: (one: number) => !isOn || one === step,
    back,
    // The step is shown synchronously because only visible fields can take the focus.
    show: (next: number) => flushSync(() => setStep(next)),
  };
}

/** Fields of other steps stay mounted, so that typed values are not lost. */
export function FormStep({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-col gap-4 last:mb-0 md:mb-5 md:gap-5" hidden={!isShown}>
      {children}
    </div>
  );
}

export function StepBar({ step }: { step: number }) {
  const t = useT('create-post');
  const label = t('step', { step: step + 1, count: stepCount });
  return (
    <div className="flex flex-col gap-1.5 text-note text-soft">
      <p role="status">{label}</p>
      <ProgressBar label={label} value={(step + 1) / stepCount} />
    </div>
  );
}
