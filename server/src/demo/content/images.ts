import type { DemoImage } from '../publish-images.ts';

/** Photos in galleries, oldest first. */
export const GALLERY_IMAGES: readonly (DemoImage & { caption: string })[] = [
  {
    by: 'kettlewick',
    scene: 'keep',
    caption: 'The kitchen is the third window from the left. It is always lit.',
  },
  { by: 'kettlewick', scene: 'ridges', caption: 'Where the good herbs grow' },
  { by: 'moonmilk', scene: 'forest', caption: 'howling practice, before the others came' },
  { by: 'moonmilk', scene: 'ridges', caption: '' },
  { by: 'WillowWren', scene: 'forest', caption: 'First frost in the Thornwood' },
  { by: 'Squall', scene: 'sea', caption: 'Calm. Suspiciously calm.' },
  { by: 'Squall', scene: 'sea', caption: 'An hour later we lost a hat to the wind.' },
  { by: 'Corvina_Nightquill', scene: 'keep', caption: 'Ravenspire, from the long stairs' },
  { by: 'Aurelio_Vane', scene: 'ridges', caption: 'The barrows at dusk' },
  { by: 'demo_player', scene: 'keep', caption: 'First evening in the hold' },
  { by: 'demo_player', scene: 'forest', caption: 'Took the long way to the ring' },
  { by: 'demo_player', scene: 'sea', caption: 'Squall says this is good weather' },
  { by: 'demo_player', scene: 'ridges', caption: '' },
];

/** Clips, oldest first. `age` is how much of the clip's lifetime has passed, from 0 to 1. */
export const CLIPS: readonly (DemoImage & { age: number; caption: string })[] = [
  { by: 'Squall', scene: 'sea', age: 0.55, caption: 'Wind from the west. Hats on.' },
  { by: 'Squall', scene: 'sea', age: 0.52, caption: 'Hats off. The wind has them.' },
  { by: 'Corvina_Nightquill', scene: 'keep', age: 0.4, caption: 'Nobody looks up. I do.' },
  { by: 'moonmilk', scene: 'forest', age: 0.3, caption: 'somebody was here before me. i can smell soup' },
  { by: 'Ysolde_Greymane', scene: 'ridges', age: 0.2, caption: 'The pups are up there already.' },
  { by: 'kettlewick', scene: 'keep', age: 0.12, caption: 'Pot is on. Follow the smoke.' },
  {
    by: 'kettlewick',
    scene: 'ridges',
    age: 0.05,
    caption: 'Herbs for tomorrow. No, you cannot have my spot.',
  },
];

/** Username of the player whose clips the visitor's player has seen. */
export const SEEN_AUTHOR = 'Squall';
