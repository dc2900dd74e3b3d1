import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { DetailedRate } from '@upaj/contract/mandi/rates';
import { usePlaceName } from '#i18n/locale.ts';
import { useCommodityName, useMandiName } from '#mandi/names.ts';
import { ListenButton } from '#ui/listen/listen-button.tsx';
import { rateSpeech } from './rate-speech.ts';

export function ListenToRate({ rate, unit }: { rate: DetailedRate; unit: WeightUnit }) {
  const placeName = usePlaceName();
  const commodity = useCommodityName()(rate).name;
  const market = useMandiName()(rate.market);
  const names = { commodity, market, place: placeName(rate.district) };
  return <ListenButton speeches={() => rateSpeech(rate, unit, names)} />;
}
