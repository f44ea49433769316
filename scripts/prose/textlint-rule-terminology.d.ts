declare module 'textlint-rule-terminology';
