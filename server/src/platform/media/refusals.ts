import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { AppError, hasCode } from '../errors.ts';
import type { DecoderResponse, DecoderTask } from './tasks.ts';

type Refusal = Extract<DecoderResponse, { refused: unknown }>['refused'];

/** Return the refusal for a file that crashed its decoder, or that the decoder could not read. */
export const damagedFile = ({ type }: DecoderTask): Refusal => ({
  code: 'mediaType',
  message: type === 'image' ? MEDIA_TEXTS.damaged : null,
});

/** Refusal for a file whose decoding was stopped because it took too long. */
export const fileTakesTooLong: Refusal = { code: 'tooLarge', message: MEDIA_TEXTS.takesTooLong };

/**
 * Return the error for a refused file. If the refusal has no message (see `isWrongType`), a feature can replace the
 * error's default message with the list of accepted types.
 */
export const refusalError = ({ code, message }: Refusal): AppError =>
  new AppError(code, message ?? undefined);

/**
 * Report whether an error means that a file has a wrong type, or that a video cannot be read. Such an error has the
 * default message, which a feature can replace with a more specific message.
 */
export const isWrongType = (error: unknown): boolean =>
  hasCode(error, 'mediaType') && error.message === ERROR_TEXTS.mediaType;
