import { expect, it } from 'vitest';
import { anchorFor, idFromAnchor } from './anchors.ts';

it.each([
  [anchorFor('clip', 12), 12],
  ['#clip-12', 12],
  ['post-12', null],
  ['clip-012', null],
  ['clip-0', null],
  ['clip--1', null],
  ['clip-12x', null],
  ['clip-9999999999999999', null],
  ['', null],
])('returns the clip id from the anchor %j: %s', (hash, id) => expect(idFromAnchor('clip', hash)).toBe(id));
