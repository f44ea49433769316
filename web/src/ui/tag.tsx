import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import styles from './tag.module.css';
import { Text, type TextProps } from './text.tsx';

type TagProps = TextProps &
  Omit<ComponentPropsWithRef<'span'>, keyof TextProps> & {
    /** 'bdi' for texts that players have written. */
    as?: 'span' | 'bdi';
  };

/** Show a word or two in a rounded frame, such as a state or a category. */
export function Tag({ className, ...rest }: TagProps) {
  return (
    <Text
      as="span"
      size={1}
      paddingInline={2}
      border="strong"
      radius="round"
      wrap="anywhere"
      {...rest}
      className={clsx(styles.tag, className)}
    />
  );
}
