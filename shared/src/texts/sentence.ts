/** The parts of a sentence in reading order. Parts of type `T` are elements, such as a link or a time. */
export type Sentence<T> = readonly (string | T)[];
