/** Tables of the server that the client goes by, too. Each is loaded when it is needed first. */

/** Which emoji there are, and what they are called. */
export const emojiTable = () => import('../../src/emoji/names')

/** Which languages code is written in. */
export const languageTable = () => import('../../src/markdown/code-languages')

/** Which colours streams have unless somebody chooses another. */
export const colorTable = () => import('../../src/subscriptions/colors')

/** What makes a password easy to guess. */
export const weaknessTable = () => import('../../src/auth/weakness')
