/** The token with which tests create organizations. */
export const setupToken = 'open sesame'
