import { limits } from '@upaj/contract/limits';
import type { SpokenPost } from '@upaj/contract/trade/spoken-posts';
import Mic from 'lucide-react/icons/mic';
import Square from 'lucide-react/icons/square';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useAmount } from '#i18n/amount.ts';
import { useCropName } from '#i18n/crop-names.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { canListen, listen, listensLocally } from '#lib/speech.ts';
import { findTypedCrop } from '#mandi/crops/crop-search.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { failureText } from '#ui/forms/form.ts';
import { TextArea } from '#ui/text-field.tsx';
import { FormSection } from './form-layout.tsx';
import { emptyValues, type FieldName, type PostFormValues } from './form-values.ts';

/** The question is asked once while the app is open. */
let mayHear = false;

/** A sentence fills in what it says of crop, quantity and price, for the seller to check. */
export function SentenceSection() {
  const t = useT('create-post');
  const locale = useLocale();
  const fill = useFill();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function understand(sentence: string): Promise<void> {
    setBusy(true);
    try {
      const { data } = await api('POST /api/v1/understand-post', { body: { text: sentence, lang: locale } });
      const filled = fill(data);
      const fields = filled.map((name) => t(`labels.${name}`)).join(', ');
      setOutcome(filled.length > 0 ? t('sentence.filled', { fields }) : t('sentence.nothing'));
    } catch (error) {
      setOutcome(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormSection title={t('sentence.title')} hint={t('sentence.example')}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextArea
            label={t('sentence.label')}
            value={text}
            rows={2}
            limit={limits.spokenPost.max}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {canListen() && (
          <Microphone
            onSaid={(said) => {
              setText(said);
              void understand(said);
            }}
            onFailed={() => setOutcome(t('sentence.notHeard'))}
          />
        )}
      </div>
      <Button
        variant="line"
        busy={isBusy}
        disabled={text.trim() === ''}
        onClick={() => void understand(text.trim())}
      >
        {t('sentence.fill')}
      </Button>
      <p role="status" className="text-note empty:hidden">
        {outcome}
      </p>
    </FormSection>
  );
}

/** @returns a function that fills in what was understood, and says which fields these are */
function useFill(): (said: SpokenPost) => FieldName[] {
  const { getValues, setValue } = useFormContext<PostFormValues>();
  const cropName = useCropName();
  const amountText = useAmount();
  return ({ cropType, variety, quantity, unit, price, priceUnit }) => {
    const name = cropType && cropName(cropType);
    const crop = name ? findTypedCrop(name) : undefined;
    const isUntouched = (field: FieldName) => getValues(field) === emptyValues[field];
    const values: Partial<Record<FieldName, string | null | undefined>> = {
      cropType: name,
      variety,
      quantity: quantity !== null && unit ? amountText({ number: quantity, unit }) : null,
      price: price === null ? null : String(price),
      priceUnit: priceUnit ?? (price === null ? crop?.unit : null),
      category: isUntouched('category') ? crop?.category : null,
      title: isUntouched('title') ? name && [variety, name].filter(Boolean).join(' ') : null,
    };
    const filled = (Object.keys(values) as FieldName[]).filter((field) => values[field]);
    for (const field of filled)
      setValue(field, values[field] ?? '', { shouldDirty: true, shouldValidate: true, shouldTouch: true });
    return filled.filter((field) => field !== 'priceUnit' || priceUnit !== null);
  };
}

interface MicrophoneProps {
  onSaid: (text: string) => void;
  onFailed: () => void;
}

function Microphone({ onSaid, onFailed }: MicrophoneProps) {
  const t = useT('create-post');
  const locale = useLocale();
  const [isOn, setOn] = useState(false);
  const listening = useRef<AbortController>(undefined);
  useEffect(() => () => listening.current?.abort(), []);

  async function start(): Promise<void> {
    const lang = `${locale}-IN`;
    const isLocal = await listensLocally(lang).catch(() => false);
    mayHear ||=
      isLocal ||
      (await confirm({
        title: t('sentence.voiceTitle'),
        text: t('sentence.voiceText'),
        action: t('sentence.voiceAction'),
      }));
    if (!mayHear) return;
    listening.current = new AbortController();
    setOn(true);
    try {
      const said = await listen(lang, { isLocal, signal: listening.current.signal });
      if (said) onSaid(said);
      else if (!listening.current.signal.aborted) onFailed();
    } catch {
      onFailed();
    } finally {
      setOn(false);
    }
  }

  const Icon = isOn ? Square : Mic;
  return (
    <IconButton
      label={isOn ? t('sentence.stop') : t('sentence.speak')}
      aria-pressed={isOn}
      className={isOn ? 'bg-mirch-wash text-mirch' : 'text-leaf hover:bg-leaf-wash'}
      onClick={() => (isOn ? listening.current?.abort() : void start())}
    >
      <Icon size={24} aria-hidden />
    </IconButton>
  );
}
