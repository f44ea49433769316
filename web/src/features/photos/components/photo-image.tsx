import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { squareSrcset } from '@rivalhold/shared/image-sizes.ts';

type PhotoImageProps = {
  photo: Photo;
  alt: string;
  /** How wide it is shown, as `sizes` says it. */
  sizes: string;
  className?: string | undefined;
};

/** A photo as a square, in the size that its place needs. */
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
