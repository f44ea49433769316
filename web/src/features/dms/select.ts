/** Select a conversation, or none. */
export type Select = (userId: number | null) => void;
