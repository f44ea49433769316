import { lazyComponent } from '../../lib/lazy-component.ts';

/** The window to pick a photo in, loaded when it first opens. */
export const PhotoPicker = lazyComponent(() => import('./components/photo-picker.tsx'), 'PhotoPicker');
