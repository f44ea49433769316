import Type from 'typebox';
import { REACTIONS } from '../reactions.ts';
import { closedObject } from './schema.ts';

export const Emoji = Type.Enum([...REACTIONS]);

/** Adds or removes the caller's reaction. Repeating a request changes nothing. */
export const ReactionChange = Type.Object({ emoji: Emoji, reacted: Type.Boolean() }, closedObject);
