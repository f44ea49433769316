import { lazyComponent } from '../../lib/lazy-component.ts';

/** The photo picker, loaded when it first opens. */
export const PhotoPicker = lazyComponent(() => import('./components/photo-picker.tsx'), 'PhotoPicker');
