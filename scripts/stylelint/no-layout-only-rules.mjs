import stylelint from 'stylelint';

const ruleName = 'rivalhold/no-layout-only-rules';
const messages = stylelint.utils.ruleMessages(ruleName, {
  rejected: (selector) =>
    `"${selector}" sets only layout, text and surface: use Stack, Row, Grid, Text or Surface of web/src/ui`,
});

const SPACE = /^(var\(--space-[a-z\d]+\)|0| )+$/;
/** The declarations that the primitives of web/src/ui have props for, by property. */
const EXPRESSIBLE = new Map([
  ['display', /^(inline-)?(grid|flex)$/],
  ['gap', SPACE],
  ['padding', SPACE],
  ['align-items', /./],
  ['justify-items', /^center$/],
  ['justify-content', /./],
  ['align-content', /^start$/],
  ['flex-wrap', /^wrap$/],
  ['flex-direction', /^column$/],
  ['flex', /^(none|1)$/],
  ['min-width', /^0$/],
  ['grid-template-columns', /^(minmax\(0, 1fr\)|repeat\((\d|auto-fill), minmax\(.*, 1fr\)\))$/],
  ['font-size', /^var\(--size-\d\)$/],
  ['font-weight', /^\d+$/],
  ['font-family', /^var\(--font-display\)$/],
  ['font-variant-numeric', /^tabular-nums$/],
  ['color', /^var\(--(text|text-quiet|gold|danger|heal|ally|ember|link)\)$/],
  ['text-align', /^center$/],
  ['line-height', /^[\d.]+$/],
  ['white-space', /^(nowrap|pre-wrap)$/],
  ['overflow-wrap', /^anywhere$/],
  ['background', /^var\(--surface-\d\)$/],
  ['border', /^1px solid var\(--line(-strong)?\)$/],
  ['border-radius', /^var\(--radius-\d\)$/],
  ['box-shadow', /^var\(--shadow-\d\)$/],
]);
const PLAIN_CLASSES = /^\.[\w-]+(,\s*\.[\w-]+)*$/;

/** @param {{ type: string, prop?: string, value?: string }} node */
const isExpressible = ({ type, prop = '', value = '' }) =>
  type === 'comment' || (type === 'decl' && (EXPRESSIBLE.get(prop)?.test(value) ?? false));

/** @type {import('stylelint').Rule<boolean>} */
const rule = (isEnabled) => (root, result) => {
  if (!isEnabled) return;
  root.walkRules(PLAIN_CLASSES, (node) => {
    if (node.parent !== root || node.nodes.length === 0 || !node.nodes.every(isExpressible)) return;
    const { selector } = node;
    stylelint.utils.report({ ruleName, result, node, message: messages.rejected(selector), word: selector });
  });
};
rule.ruleName = ruleName;
rule.messages = messages;

/** Reject rules that primitives replace: those of plain classes that set nothing but layout, text and surface. */
export default stylelint.createPlugin(ruleName, rule);
