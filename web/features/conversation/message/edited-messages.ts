import { signal } from '@preact/signals'

/** Messages that are being edited, by id, each with why the server refused its last edit; null if it did not. */
export const edits = signal<ReadonlyMap<number, string | null>>(new Map())
