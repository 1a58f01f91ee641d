/** Languages that the client speaks, each by its own name. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
]
