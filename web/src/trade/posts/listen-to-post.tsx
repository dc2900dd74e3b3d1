import type { Post } from '@upaj/contract/trade/posts';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { usePlaceName } from '#i18n/locale.ts';
import { ListenButton } from '#ui/listen/listen-button.tsx';
import { useTownName } from './card-facts.tsx';
import { postSpeech } from './post-speech.ts';

export function ListenToPost({ post }: { post: Post }) {
  const cropName = useNameOfCrop(post);
  const placeName = usePlaceName();
  const { district, state } = post.location;
  const places = [useTownName()(post.location), placeName(district), placeName(state)];
  const place = [...new Set(places)].join(', ');
  return <ListenButton speeches={() => postSpeech(post, { cropName, place, placeName })} />;
}
