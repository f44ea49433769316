import containerWidths from './scripts/stylelint/container-widths.mjs';
import noLayoutOnlyRules from './scripts/stylelint/no-layout-only-rules.mjs';

/** Properties whose sizes must be zero, a step of the spacing scale, or one of a few other tokens. */
const SPACING = '/^((scroll-)?(margin|padding)|(grid-)?(row-|column-)?gap$)/';
const COLOR_FUNCTIONS = ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'];

/**
 * Require styles to use the tokens of web/src/tokens.css and the breakpoints of web/src/breakpoints.css instead of
 * their own values. Also reject slow selectors, and rules that set only layout.
 */
export default {
  referenceFiles: ['web/src/breakpoints.css'],
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  plugins: [noLayoutOnlyRules, containerWidths],
  rules: {
    'rivalhold/no-layout-only-rules': true,
    'rivalhold/container-widths': true,
    'color-no-hex': true,
    'color-named': 'never',
    'function-disallowed-list': COLOR_FUNCTIONS,
    'declaration-property-value-allowed-list': {
      'font-size': [
        /^var\(--size-\d\)$/,
        'inherit',
        // Allow text to scale with an avatar, a portrait or a card.
        /^calc\(var\(--[a-z-]+\) \* [\d.]+\)$/,
      ],
      font: ['inherit', /^\d00 var\(--size-\d\) \/ [\d.]+ var\(--font-(text|display)\)$/],
      '/^border(-[a-z]+)*-radius$/': [/^((var\(--radius-[a-z\d]+\)|0)( |$))+$/, '50%', 'inherit'],
      'box-shadow': [
        'none',
        /^var\(--(shadow|glow)-[a-z\d]+\)$/,
        /^var\(--(edge|ring|stripe|underline)\) var\(--[a-z\d-]+\)$/,
      ],
    },
    'property-disallowed-list': ['text-shadow', /^--space-/],
    'declaration-property-value-disallowed-list': { filter: [/drop-shadow\(/] },
    'declaration-property-unit-allowed-list': { [SPACING]: [] },
    // Allow only tokens, because other custom properties could contain any size.
    'declaration-property-custom-property-allowed-list': {
      [SPACING]: [/^--(space-\w+|(accent-)?border|nav-(gap|height)|tab-bar|tap-target|size-[15])$/],
    },
    'media-feature-name-disallowed-list': ['/width$/', '/height$/'],
    // A sibling selector that ends in * makes each inserted element restyle all descendants of its parent.
    'selector-disallowed-list': [/[+~] \*/],
    'no-unknown-custom-media': true,
  },
  overrides: [
    {
      // Allow layout-only rules in the UI primitives.
      files: ['web/src/ui/**'],
      rules: { 'rivalhold/no-layout-only-rules': null },
    },
    {
      files: ['web/src/tokens.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': null, 'property-disallowed-list': null },
    },
    {
      files: ['web/src/breakpoints.css'],
      rules: { 'media-feature-name-disallowed-list': null },
    },
    {
      // This file styles a drawing. Its colors and sizes are used nowhere else.
      files: ['**/scene.module.css'],
      rules: {
        'color-no-hex': null,
        'function-disallowed-list': null,
        'declaration-property-value-allowed-list': null,
        'declaration-property-value-disallowed-list': null,
        'declaration-property-unit-allowed-list': null,
        'declaration-property-custom-property-allowed-list': null,
      },
    },
  ],
};
