import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ACCEPT } from '../../profiles/components/edit/picture.ts';

/** The way to choose pictures for one's gallery. */
export function AddPhotos({ add }: { add: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        aria-label={PHOTO_TEXTS.add}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          add(event.target.files ?? []);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <ImagePlus size={18} aria-hidden="true" />
        {PHOTO_TEXTS.add}
      </Button>
    </>
  );
}
