import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Gif } from '../../../entities/posts/post-media.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import styles from './gif-choice.module.css';

type ChosenGifProps = {
  gif: GifChoice;
  alt: string;
  /** Label of the remove button. */
  remove: string;
  className?: string | undefined;
  onRemove: () => void;
};

/** Show the GIF attached to a draft, with a remove button. */
export function ChosenGif({ gif, alt, remove, className, onRemove }: ChosenGifProps) {
  return (
    <Row gap={1} align="start" className={clsx(styles.chosen, className)}>
      <Gif url={gif.url} alt={alt} small />
      <IconButton label={remove} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </Row>
  );
}
