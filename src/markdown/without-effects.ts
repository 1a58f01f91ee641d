/** Markdown of a program, parts of which may be texts of others: it mentions nobody, and is no command such as a poll. */
export const withoutEffects = (content: string): string =>
  content.replaceAll(/@(?=_?\*)/g, '@\u2060').replace(/^\s*\//, '&#47;')
