import { signal } from '@preact/signals'

/** Ids of linked messages that the user may not see. No space is reserved for their cards. */
export const noCards = signal<ReadonlySet<number>>(new Set())
