/** Sides in pixels of the square pictures that are made beside a whole photo, and beside a whole avatar. */
export const IMAGE_SIDES = { photos: [240, 480], avatars: [96, 240] } as const;
/** The side of a whole avatar, which is a square too. */
export const AVATAR_SIDE = 512;
type SquareKind = keyof typeof IMAGE_SIDES;

const FULL_SIZE_PATTERN = /^((?:\/media\/)?(photos|avatars)\/[a-z0-9-]+)\.webp$/;
const SMALLER_SIZE_PATTERN = /^(avatars\/[a-z0-9-]+)\.\d+\.webp$/;
const kindOf = (url: string): SquareKind | undefined =>
  FULL_SIZE_PATTERN.exec(url)?.[2] as SquareKind | undefined;

/** The address (or key) of the square picture of that side, made of the whole one's. */
export const squareImageUrl = (whole: string, side: number): string =>
  whole.replace(FULL_SIZE_PATTERN, `$1.${side}.webp`);

/** The keys of an avatar in all its sizes, the whole one first. */
export const avatarKeys = (whole: string): string[] => [
  whole,
  ...IMAGE_SIDES.avatars.map((side) => squareImageUrl(whole, side)),
];

/** The key of the whole avatar that a smaller one was made of; null for any other. */
export const fullAvatarKey = (key: string): string | null => {
  const [, name] = SMALLER_SIZE_PATTERN.exec(key) ?? [];
  return name === undefined ? null : `${name}.webp`;
};

/**
 * The smallest picture that fills a square of `css` pixels on a screen of twice the density. Addresses that are neither
 * those of a photo nor of an avatar come in one size and are answered as they are.
 */
export function imageUrlForSize(url: string, css: number): string {
  const kind = kindOf(url);
  if (!kind) return url;
  // Only an avatar is a square also when it is whole.
  const largest = kind === 'photos' ? IMAGE_SIDES.photos[1] : null;
  const side = IMAGE_SIDES[kind].find((one) => one >= css * 2) ?? largest;
  return side === null ? url : squareImageUrl(url, side);
}

/** A `srcset` of the square pictures of a photo or an avatar; undefined for an address that comes in one size. */
export function squareSrcset(url: string): string | undefined {
  const kind = kindOf(url);
  if (!kind) return undefined;
  const squares = IMAGE_SIDES[kind].map((side) => `${squareImageUrl(url, side)} ${side}w`);
  return [...squares, ...(kind === 'avatars' ? [`${url} ${AVATAR_SIDE}w`] : [])].join(', ');
}
