/** The language of a tag without its variant: `pt` of `pt-BR`. */
const languageOf = (tag: string): string => tag.split('-')[0]!

/** Whether a language uses 24-hour times. Goes by the user's variant of the language: British English differs from American. */
export function hasTwentyFourHours(language: string): boolean {
  const tag = navigator.languages.find((wanted) => languageOf(wanted) === languageOf(language)) ?? language
  const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24'
}
