import { nameOfCrop } from '@upaj/contract/crop-names';
import { crops } from '@upaj/contract/catalogue';
import { memberRoute, type Route } from '#src/platform/http/route.ts';
import { guess, suggest } from '#src/platform/names/understand.ts';

const cropsById = new Map(crops.map((crop) => [crop.id, crop]));

function findCrops(text: string): string[] {
  const suggested = suggest(text).crops;
  return suggested.length > 0 ? suggested : guess(text).crops;
}

export function cropsRoutes(): Route[] {
  return [
    memberRoute('GET /api/v1/crops', async ({ query: { q = '', limit, lang = 'en' } }) => ({
      message: 'Crops',
      data: findCrops(q)
        .slice(0, limit)
        .flatMap((id) => cropsById.get(id) ?? [])
        .map((crop) => ({
          id: crop.id,
          en: crop.en,
          hi: crop.hi,
          name: nameOfCrop(crop, lang),
          category: crop.category,
          unit: crop.units[0] ?? 'per kg',
        })),
    })),
  ];
}
