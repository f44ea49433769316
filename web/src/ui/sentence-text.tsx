import type { Sentence } from '@rivalhold/shared/texts/sentence.ts';
import { createElement, Fragment, type ReactNode } from 'react';

/** Render the parts of a sentence, texts and elements, in order. */
export const SentenceText = ({ parts }: { parts: Sentence<ReactNode> }) =>
  createElement(Fragment, null, ...parts);
