/** Tables that the client shares with the server. Each is loaded at its first use. */

/** All emoji and their names. */
export const emojiTable = () => import('../../src/emoji/names')

/** Languages of code blocks. */
export const languageTable = () => import('../../src/markdown/code-languages')

/** Default stream colours. */
export const colorTable = () => import('../../src/subscriptions/colors')

/** The rules by which a password is weak. */
export const weaknessTable = () => import('../../src/auth/weakness')
