import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { ACCEPT } from '../../../lib/picture-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';

/** The way to choose pictures for one's gallery. */
export function AddPhotos({ add }: { add: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} multiple accept={ACCEPT} label={PHOTO_TEXTS.add} onFiles={add} />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <ImagePlus size={18} aria-hidden="true" />
        {PHOTO_TEXTS.add}
      </Button>
    </>
  );
}
