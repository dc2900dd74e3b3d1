import { useLocale } from '#i18n/locale.ts';
import { useCrops } from '#lib/use-crop-name.ts';

interface Goods {
  /** AGMARKNET's name. */
  commodity: string;
  /** The catalogue's crop, where it is one. */
  crop: string | null;
}

interface CommodityName {
  /** In the reader's language, where Upaj knows the crop. */
  name: string;
  /** AGMARKNET's, where it is another one. */
  official: string | undefined;
}

/** Names what a mandi trades in the reader's language; what is no crop of Upaj keeps AGMARKNET's name. */
export function useCommodityName(): (goods: Goods) => CommodityName {
  const locale = useLocale();
  const known = useCrops();
  return ({ commodity, crop }) => {
    const name = (crop && known?.findCrop(crop)?.[locale]) ?? commodity;
    return { name, official: name.toLowerCase() === commodity.toLowerCase() ? undefined : commodity };
  };
}
