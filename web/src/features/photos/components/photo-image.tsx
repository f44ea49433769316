import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { squareSrcset } from '@rivalhold/shared/image-sizes.ts';

type PhotoImageProps = {
  photo: Photo;
  alt: string;
  /** The displayed width, in the syntax of the `sizes` attribute. */
  sizes: string;
  className?: string | undefined;
};

/** Show a photo as a square. The browser picks the file that fits the displayed size. */
export function PhotoImage({ photo, alt, sizes, className }: PhotoImageProps) {
  return (
    <img
      src={photo.thumbUrl}
      srcSet={squareSrcset(photo.imageUrl)}
      sizes={sizes}
      alt={alt}
      width={480}
      height={480}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );
}
