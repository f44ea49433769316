import stylelint from 'stylelint';

const ruleName = 'rivalhold/container-widths';
const messages = stylelint.utils.ruleMessages(ruleName, {
  rejected: (query) => `"${query}" must be "(width <= 16rem)", "(width <= 32rem)" or its opposite with ">"`,
});
/** The widths of a row with room for a name only, and of a table or list with a single column. */
const QUERY = /^\(width (<=|>) (16|32)r?em\)$/;

/** @type {import('stylelint').Rule<boolean>} */
const rule = (isEnabled) => (root, result) => {
  if (!isEnabled) return;
  root.walkAtRules('container', (node) => {
    if (QUERY.test(node.params)) return;
    stylelint.utils.report({
      ruleName,
      result,
      node,
      message: messages.rejected(node.params),
      word: node.params,
    });
  });
};
rule.ruleName = ruleName;
rule.messages = messages;

/** Stylelint rule that limits container queries to two widths, because custom media do not apply to them. */
export default stylelint.createPlugin(ruleName, rule);
