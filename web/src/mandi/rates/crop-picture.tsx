import Apple from 'lucide-react/icons/apple';
import Banana from 'lucide-react/icons/banana';
import Bean from 'lucide-react/icons/bean';
import Carrot from 'lucide-react/icons/carrot';
import Citrus from 'lucide-react/icons/citrus';
import Flower from 'lucide-react/icons/flower';
import Grape from 'lucide-react/icons/grape';
import LeafyGreen from 'lucide-react/icons/leafy-green';
import Nut from 'lucide-react/icons/nut';
import Sprout from 'lucide-react/icons/sprout';
import Wheat from 'lucide-react/icons/wheat';
import { useCrops } from '#i18n/crop-names.ts';
import { useFurtherCrops } from '#i18n/further-crops.ts';

const crops: Readonly<Record<string, typeof Wheat>> = {
  banana: Banana,
  carrot: Carrot,
  grapes: Grape,
  lemon: Citrus,
  orange: Citrus,
  mosambi: Citrus,
  groundnut: Nut,
  cashew: Nut,
  coconut: Nut,
};
const categories: Readonly<Record<string, typeof Wheat>> = {
  Grains: Wheat,
  Vegetables: LeafyGreen,
  Fruits: Apple,
  Spices: Flower,
  Pulses: Bean,
};

/** Finds the picture by the crop's id, or by its name in English or Hindi. */
export function CropPicture({ crop }: { crop: string | null }) {
  const usual = useCrops();
  const findFurther = useFurtherCrops();
  const known = crop && usual ? (usual.findCrop(crop) ?? findFurther(crop)) : undefined;
  const Picture = crops[known?.id ?? ''] ?? categories[known?.category ?? ''] ?? Sprout;
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-control bg-leaf-wash text-leaf"
    >
      <Picture size={22} />
    </span>
  );
}
