import type { FoundCrop } from '@upaj/contract/mandi/crop-search';
import { useT } from '#i18n/locale.ts';
import { Chip } from '#ui/chip.tsx';

interface MeantCropsProps {
  crops: readonly FoundCrop[];
  onChoose: (name: string) => void;
}

/** Asks which crop is meant by a text that only resembles names of crops. Without a choice, the text stays. */
export function MeantCrops({ crops, onChoose }: MeantCropsProps) {
  const t = useT('create-post');
  if (crops.length === 0) return null;
  return (
    <div role="group" aria-label={t('didYouMean')} className="scroll-row items-center gap-2">
      <span className="shrink-0 text-note text-soft">{t('didYouMean')}</span>
      {crops.map(({ id, name }) => (
        <Chip key={id} pressed={false} onPress={() => onChoose(name)}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
