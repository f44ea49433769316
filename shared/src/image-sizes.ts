/** Side lengths in pixels of the square versions of photos and avatars. */
export const IMAGE_SIDES = { photos: [240, 480], avatars: [96, 240] } as const;
/** Side of a full-size avatar, which is a square too. */
export const AVATAR_SIDE = 512;
/**
 * The longest side in pixels of a full-size photo, of a picture in a message, and of a picture in a clip. A tall photo,
 * or a tall picture in a message, can be longer; see `scaleToFit`.
 */
export const FULL_SIDES = { photos: 1_600, attachments: 2_048, clips: 1_080 } as const;
type SquareKind = keyof typeof IMAGE_SIDES;

const FULL_SIZE_PATTERN = /^((?:\/media\/)?(photos|avatars)\/[a-z0-9-]+)\.webp$/;
const SMALLER_SIZE_PATTERN = /^(avatars\/[a-z0-9-]+)\.\d+\.webp$/;
const kindOf = (url: string): SquareKind | undefined =>
  FULL_SIZE_PATTERN.exec(url)?.[2] as SquareKind | undefined;

/** Return the URL (or key) of a full-size picture's square version with the given side length. */
export const squareImageUrl = (whole: string, side: number): string =>
  whole.replace(FULL_SIZE_PATTERN, `$1.${side}.webp`);

/** Return the keys of a photo or an avatar in all sizes, full size first. Other files have one size. */
export function imageKeys(whole: string): string[] {
  const kind = kindOf(whole);
  return [whole, ...(kind ? IMAGE_SIDES[kind].map((side) => squareImageUrl(whole, side)) : [])];
}

/** Return the key of the full-size avatar, given the key of a smaller version; null for other keys. */
export const fullAvatarKey = (key: string): string | null => {
  const [, name] = SMALLER_SIZE_PATTERN.exec(key) ?? [];
  return name === undefined ? null : `${name}.webp`;
};

/**
 * Return the URL of the smallest square version that fills a square of `css` CSS pixels at twice the pixel density. If
 * no version is large enough, return the largest square version. Pictures other than photos and avatars have one size,
 * so their URL is returned unchanged.
 */
export function imageUrlForSize(url: string, css: number): string {
  const kind = kindOf(url);
  if (!kind) return url;
  // A full-size avatar is square, so it can serve as the largest version. A full-size photo is not square.
  const largest = kind === 'photos' ? IMAGE_SIDES.photos[1] : null;
  const side = IMAGE_SIDES[kind].find((item) => item >= css * 2) ?? largest;
  return side === null ? url : squareImageUrl(url, side);
}

/** Return a `srcset` of the square versions of a photo or an avatar; undefined for pictures with one size. */
export function squareSrcset(url: string): string | undefined {
  const kind = kindOf(url);
  if (!kind) return undefined;
  const squares = IMAGE_SIDES[kind].map((side) => `${squareImageUrl(url, side)} ${side}w`);
  return [...squares, ...(kind === 'avatars' ? [`${url} ${AVATAR_SIDE}w`] : [])].join(', ');
}
