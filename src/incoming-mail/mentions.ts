/** The text with all its mentions silent: a stranger who knows the address of a stream may name people, but not call them. */
export const withSilentMentions = (text: string): string => text.replaceAll(/@(?=\*)/g, '@_')
