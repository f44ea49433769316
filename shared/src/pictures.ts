/** Sides in pixels of the square pictures that are made beside a whole photo, and beside a whole avatar. */
export const PICTURE_SIDES = { photos: [240, 480], avatars: [96, 240] } as const;
/** The side of a whole avatar, which is a square too. */
export const AVATAR_SIDE = 512;
type Kind = keyof typeof PICTURE_SIDES;

const WHOLE = /^((?:\/media\/)?(photos|avatars)\/[a-z0-9-]+)\.webp$/;
const SMALLER = /^(avatars\/[a-z0-9-]+)\.\d+\.webp$/;
const kindOf = (url: string): Kind | undefined => WHOLE.exec(url)?.[2] as Kind | undefined;

/** The address (or key) of the square picture of that side, made of the whole one's. */
export const squareOf = (whole: string, side: number): string => whole.replace(WHOLE, `$1.${side}.webp`);

/** The keys of an avatar in all its sizes, the whole one first. */
export const avatarKeys = (whole: string): string[] => [
  whole,
  ...PICTURE_SIDES.avatars.map((side) => squareOf(whole, side)),
];

/** The key of the whole avatar that a smaller one was made of; null for any other. */
export const wholeAvatarOf = (key: string): string | null => {
  const [, name] = SMALLER.exec(key) ?? [];
  return name === undefined ? null : `${name}.webp`;
};

/**
 * The smallest picture that fills a square of `css` pixels on a screen of twice the density. Addresses that are neither
 * those of a photo nor of an avatar come in one size and are answered as they are.
 */
export function pictureFor(url: string, css: number): string {
  const kind = kindOf(url);
  if (!kind) return url;
  // Only an avatar is a square also when it is whole.
  const largest = kind === 'photos' ? PICTURE_SIDES.photos[1] : null;
  const side = PICTURE_SIDES[kind].find((one) => one >= css * 2) ?? largest;
  return side === null ? url : squareOf(url, side);
}

/** A `srcset` of the square pictures of a photo or an avatar; undefined for an address that comes in one size. */
export function squareSet(url: string): string | undefined {
  const kind = kindOf(url);
  if (!kind) return undefined;
  const squares = PICTURE_SIDES[kind].map((side) => `${squareOf(url, side)} ${side}w`);
  return [...squares, ...(kind === 'avatars' ? [`${url} ${AVATAR_SIDE}w`] : [])].join(', ');
}
