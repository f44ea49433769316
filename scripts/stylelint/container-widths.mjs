import stylelint from 'stylelint';

const ruleName = 'rivalhold/container-widths';
const messages = stylelint.utils.ruleMessages(ruleName, {
  rejected: (query) => `"${query}" must be "(width <= 16rem)", "(width <= 32rem)" or its opposite with ">"`,
});
/** Allowed queries. Below 16rem, a row has room only for a name. Below 32rem, a table or list has a single column. */
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

/**
 * Stylelint rule that limits container queries to two widths. Media queries get their widths from custom media, which
 * do not work in container queries. This rule therefore compares the widths themselves.
 */
export default stylelint.createPlugin(ruleName, rule);
