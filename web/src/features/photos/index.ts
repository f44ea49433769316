import { lazily } from '../../lib/lazily.ts';

/** The window to pick a photo in, loaded when it first opens. */
export const PhotoPicker = lazily(() => import('./components/photo-picker.tsx'), 'PhotoPicker');
