/** Where the span of somebody who is still subscribed ends: above every id. */
export const open = Number.MAX_SAFE_INTEGER
