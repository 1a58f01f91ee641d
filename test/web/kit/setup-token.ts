/** Lets tests found organizations. */
export const setupToken = 'open sesame'
