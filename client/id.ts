/** A random id. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
