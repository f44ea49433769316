import { portraitSvg } from '@rivalhold/shared/portraits/renderer.ts';

/** URL of the picture of the teacher. */
export const TEACHER_PORTRAIT = `data:image/svg+xml,${encodeURIComponent(
  portraitSvg('teacher', {
    clan: 'ravenspire',
    sex: 'male',
    age: 66,
    level: 1,
    look: {
      species: 'human',
      hair: 'receding',
      beard: 'braided',
      headwear: 'none',
      outfit: 'leather',
      marks: ['eyePatch'],
    },
  }),
)}`;
