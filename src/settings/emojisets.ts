/** Styles of emoji that clients ship with (register, `emojiset_choices`). */
export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const
