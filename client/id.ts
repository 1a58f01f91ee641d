/** A random id of 64 bits. It is short because the server stores it with each message, as the `local_id`. */
export const newId = (): string => crypto.getRandomValues(new BigUint64Array(1))[0]!.toString(36)
