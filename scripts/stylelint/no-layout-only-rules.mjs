import stylelint from 'stylelint';

const ruleName = 'rivalhold/no-layout-only-rules';
const messages = stylelint.utils.ruleMessages(ruleName, {
  rejected: (selector) =>
    `"${selector}" sets only layout, text and surface: use Stack, Row, Grid, Text or Surface of web/src/ui`,
});

/** Values that consist only of zeros and tokens of the spacing scale. */
const SPACE = /^((var\(--space-[a-z\d]+\)|0)( |$))+$/;
const ANY = /./;
const LINE = /^(1px|var\(--border\)) (solid|dashed) var\(--(line|line-strong|danger|ember)\)$/;
/**
 * Properties that can be replaced by props of the primitives in web/src/ui. The patterns match the values that the
 * props support. Margins are not in the list, because they position an element within its parent, and no prop does
 * this.
 */
const EXPRESSIBLE = new Map([
  ['display', /^(grid|flex|inline-flex)$/],
  ['gap', SPACE],
  ['row-gap', SPACE],
  ['column-gap', SPACE],
  ['padding', SPACE],
  ['padding-block', SPACE],
  ['padding-inline', SPACE],
  ['padding-top', SPACE],
  ['padding-bottom', SPACE],
  ['align-items', ANY],
  ['justify-items', ANY],
  ['justify-content', ANY],
  ['align-content', /^start$/],
  ['flex-wrap', ANY],
  ['flex-direction', ANY],
  ['flex', ANY],
  ['min-width', /^0$/],
  ['grid-template-columns', ANY],
  ['font', /^\d00 var\(--size-[1-5]\) \/ [\d.]+ var\(--font-(text|display)\)$/],
  ['font-size', /^var\(--size-\d\)$/],
  ['font-weight', ANY],
  ['font-family', ANY],
  ['font-variant-numeric', ANY],
  ['color', /^var\(--(text|text-quiet|gold|danger|heal|ally|ember|link|xp)\)$/],
  ['text-align', ANY],
  ['line-height', /^[\d.]+$/],
  ['white-space', /^nowrap$/],
  ['overflow-wrap', /^anywhere$/],
  ['background', /^var\(--(surface-\d|(gold|danger|ally|ember)-soft)\)$/],
  ['border', LINE],
  ['border-top', LINE],
  ['border-radius', /^var\(--radius-(\d|round)\)$/],
  ['box-shadow', /^var\(--shadow-\d\)$/],
]);
const COLORS = new Set(['color', 'background']);
const PLAIN_CLASSES = /^\.[\w-]+(,\s*\.[\w-]+)*$/;

/** @param {{ prop: string, value: string }} declaration */
const isExpressible = ({ prop, value }) => EXPRESSIBLE.get(prop)?.test(value) ?? false;

/** @type {import('stylelint').Rule<boolean>} */
const rule = (isEnabled) => (root, result) => {
  if (!isEnabled) return;
  root.walkRules(PLAIN_CLASSES, (node) => {
    if (node.parent !== root || node.nodes.some(({ type }) => type !== 'decl' && type !== 'comment')) return;
    const declarations = node.nodes.filter((child) => child.type === 'decl');
    if (declarations.length === 0 || !declarations.every(isExpressible)) return;
    // Allow rules that set only colors, because components choose such classes at run time, as in `styles[kind]`.
    if (declarations.every(({ prop }) => COLORS.has(prop))) return;
    const { selector } = node;
    stylelint.utils.report({ ruleName, result, node, message: messages.rejected(selector), word: selector });
  });
};
rule.ruleName = ruleName;
rule.messages = messages;

/**
 * Stylelint rule that rejects a plain class if props of the primitives in web/src/ui could replace all its
 * declarations.
 */
export default stylelint.createPlugin(ruleName, rule);
