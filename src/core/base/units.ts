/** Seconds of a day. */
export const daySeconds = 24 * 3600

/** Bytes of a mebibyte. */
export const mebibyte = 1024 * 1024
