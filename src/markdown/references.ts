import MarkdownIt from 'markdown-it'

const { unescapeAll } = new MarkdownIt().utils

/** HTML's text with the characters that its references mean: `&eacute;` is `é`. What is no reference stays. */
export const withoutReferences = (html: string): string =>
  // One by one, because backslashes mean nothing here.
  html.replaceAll(/&#?\w{2,31};/g, (reference) => unescapeAll(reference))
