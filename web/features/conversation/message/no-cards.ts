import { signal } from '@preact/signals'

/** Ids of messages that are linked to and that the reader may not see: no place is kept for their cards. */
export const noCards = signal<ReadonlySet<number>>(new Set())
