import { demoPeople } from './people.ts';
import type { DemoPost, PostDraft } from './post-draft.ts';
import { grainsPostsOne } from './posts-grains-1.ts';
import { grainsPostsTwo } from './posts-grains-2.ts';
import { pulsesPosts } from './posts-pulses.ts';
import { vegetablesPostsOne } from './posts-vegetables-1.ts';
import { vegetablesPostsTwo } from './posts-vegetables-2.ts';
import { fruitsPostsOne } from './posts-fruits-1.ts';
import { fruitsPostsTwo } from './posts-fruits-2.ts';
import { dairyPosts } from './posts-dairy.ts';
import { poultryPosts } from './posts-poultry.ts';
import { spicesPostsOne } from './posts-spices-1.ts';
import { spicesPostsTwo } from './posts-spices-2.ts';
import { organicPosts } from './posts-organic.ts';
import { seedsPosts } from './posts-seeds.ts';
import { fertilizersPosts } from './posts-fertilizers.ts';
import { equipmentPosts } from './posts-equipment.ts';

/** A post stands where its author lives, and is on sale unless the draft says otherwise. */
function complete(draft: PostDraft): DemoPost {
  const author = demoPeople.find((person) => person.username === draft.author);
  if (!author) throw new Error(`No demo person is called ${draft.author}`);
  const { village, city, district, state, pincode } = author;
  return {
    village,
    city,
    district,
    state,
    pincode,
    isAvailable: true,
    isOrganic: false,
    isFeatured: false,
    ...draft,
  };
}

export const demoPosts: readonly DemoPost[] = [
  ...grainsPostsOne,
  ...grainsPostsTwo,
  ...pulsesPosts,
  ...vegetablesPostsOne,
  ...vegetablesPostsTwo,
  ...fruitsPostsOne,
  ...fruitsPostsTwo,
  ...dairyPosts,
  ...poultryPosts,
  ...spicesPostsOne,
  ...spicesPostsTwo,
  ...organicPosts,
  ...seedsPosts,
  ...fertilizersPosts,
  ...equipmentPosts,
].map(complete);
