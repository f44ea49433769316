import Type from 'typebox';
import { REACTIONS } from '../reactions.ts';
import { closedObject } from './schema.ts';

export const Emoji = Type.Enum([...REACTIONS]);

/** A request to add or remove the caller's reaction. Repeating the request changes nothing. */
export const ReactionChange = Type.Object({ emoji: Emoji, reacted: Type.Boolean() }, closedObject);
