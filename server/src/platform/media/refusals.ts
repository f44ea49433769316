import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { AppError } from '../errors.ts';
import type { DecoderResponse, DecoderTask } from './tasks.ts';

type Refusal = Extract<DecoderResponse, { refused: unknown }>['refused'];

/** Return the refusal of a file that crashed its decoder, or that the decoder could not read. */
export const damagedFile = ({ does }: DecoderTask): Refusal => ({
  code: 'mediaType',
  message: does === 'picture' ? MEDIA_TEXTS.damaged : null,
});

/** The refusal of a file whose decoding was stopped. */
export const fileTakesTooLong: Refusal = { code: 'tooLarge', message: MEDIA_TEXTS.takesTooLong };

/** Return the error for a refused file. Without a message, the caller's feature lists the types that it accepts. */
export const refusalError = ({ code, message }: Refusal): AppError =>
  new AppError(code, message ?? undefined);

/** Return whether a file was refused for its type alone, so that a feature's own text says more than the error. */
export const isWrongType = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'mediaType' && error.message === ERRORS.mediaType.message;
