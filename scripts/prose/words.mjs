/**
 * Words and phrases that this project does not use, and alternatives to them. Each `pattern` is matched against one
 * comment, test name or string.
 * @type {{ pattern: RegExp, instead: string }[]}
 */
const WORDS = [
  { pattern: /\bdeeds?\b/i, instead: 'action, quest' },
  { pattern: /\bwares?\b/i, instead: 'item, product' },
  { pattern: /\bpurses?\b/i, instead: 'balance, coins' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bwhom\b/i, instead: 'who, or name the person' },
  {
    pattern: /\b(thereof|therein|thereby|wherein|whereby|hereby|whence|thence|hence)\b/i,
    instead: 'plain words',
  },
  { pattern: /\blest\b/i, instead: 'so that … does not' },
  { pattern: /\b(somebody|someone's own|oneself)\b/i, instead: 'a player, the user' },
  { pattern: /\bwhatever\b/i, instead: 'any' },
  { pattern: /\b(is|are|was|were|be|been|being) told\b/i, instead: 'receives, is notified' },
  { pattern: /\b(taken|takes|take|took|taking) along\b/i, instead: 'exported' },
  { pattern: /\bbit by bit\b/i, instead: 'in batches' },
  { pattern: /\bput away\b/i, instead: 'hidden' },
  { pattern: /\bthe (hold|yard|ring|gate|hall)\b/i, instead: 'the site, the fight' },
  { pattern: /\bso many\b/i, instead: 'that many, or the number' },
  { pattern: /\b(is|are) to be\b/i, instead: 'must be' },
  {
    pattern: /\bone (may|can|could|must|has|is|does|sees|wants|looks|reads|writes)\b/i,
    instead: 'you, the player',
  },
  { pattern: /\bone[’']s (own|self)\b/i, instead: 'your own, their own' },
];

/** Sentence openings that comments and test names must not have, except in questions. */
const OPENING = {
  pattern: /^(what|who|whose|whom|of|whoever|whatever)\b(?![^.]*\?)/i,
  instead: 'a subject or an imperative verb first',
};

/**
 * Return a message for each wrong word or opening in the text.
 * @param {'comment' | 'test name' | 'string'} kind
 * @param {string} text
 */
export const findWrongWords = (kind, text) =>
  (kind === 'string' ? WORDS : [...WORDS, OPENING]).flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found ? [`"${found}" (instead: ${instead})`] : [];
  });
