import MarkdownIt from 'markdown-it'

const { unescapeAll } = new MarkdownIt().utils

/** HTML text with its character references replaced: `&eacute;` becomes `é`. Everything else stays. */
export const withoutReferences = (html: string): string =>
  // One by one, because backslashes mean nothing here.
  html.replaceAll(/&#?\w{2,31};/g, (reference) => unescapeAll(reference))
